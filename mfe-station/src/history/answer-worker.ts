import { type Question, serveReader } from './serve-reader.ts'

/** Messages to a file worker: first the files, then numbered questions. */
export type ToWorker = { files: readonly File[] } | { nth: number; question: Question }

/** Answers questions in a worker. Each worker reads one selection of files. */
export function answerInWorker(): void {
  let serve: ReturnType<typeof serveReader> | undefined
  globalThis.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
    if ('files' in data) {
      const bytesOf = async (file: File) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of one origin
      serve = serveReader(Promise.all(data.files.map(bytesOf)), (share) => globalThis.postMessage({ share }))
      return
    }
    const { nth, question } = data
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of one origin
    void serve?.(question).then((answer) => globalThis.postMessage({ nth, answer }))
  })
}
