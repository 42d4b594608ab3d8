import { type Question, serveReader } from './serve-reader.ts'

/** What a worker of a file is told: the file first, then questions by number. */
export type ToWorker = { file: File } | { nth: number; question: Question }

/** Answers in a worker; each worker reads one file. */
export function answerInWorker(): void {
  let serve: ReturnType<typeof serveReader> | undefined
  globalThis.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
    if ('file' in data) {
      const { file } = data
      serve = serveReader(file.arrayBuffer().then((buffer) => ({ name: file.name, bytes: new Uint8Array(buffer) })))
      return
    }
    const { nth, question } = data
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of one origin
    void serve?.(question).then((answer) => globalThis.postMessage({ nth, answer }))
  })
}
