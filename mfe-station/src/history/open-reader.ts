/* oxlint-disable import/default -- addresses of scripts, made by the build */
import bookWorker from './book-worker.ts?worker'
import textWorker from './text-worker.ts?worker'
import type { ToWorker } from './answer-worker.ts'
import { type Reader, ReadProblem } from './reader.ts'
import type { Answer, Question } from './serve-reader.ts'

/** Progress, or an answer. */
type Told = { share: number } | { nth: number; answer: Answer }

/**
 * Reads files in a worker, so that a large file does not block the page. The code for workbooks is fetched only for
 * them.
 */
export function openReader(files: readonly File[], onShare: (share: number) => void): Reader {
  const isBook = files.some(({ name }) => /\.xls[xm]?$/i.test(name))
  const worker = new Worker(isBook ? bookWorker : textWorker)
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: unknown) => void }>()
  let asked = 0
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of one origin
  const tell = (message: ToWorker) => worker.postMessage(message)
  const failAll = (message: string) => {
    for (const { reject } of waiting.values()) reject(new ReadProblem('failed', message))
    waiting.clear()
  }
  worker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if ('share' in data) return onShare(data.share)
    const { nth, answer } = data
    const own = waiting.get(nth)
    waiting.delete(nth)
    if ('problem' in answer) own?.reject(new ReadProblem(answer.problem, answer.message, answer.file))
    else own?.resolve(answer.value)
  })
  // Fired also when the worker runs out of memory.
  worker.addEventListener('error', (event) => failAll(event.message))
  tell({ files })
  const ask = async (question: Question) =>
    new Promise<unknown>((resolve, reject) => {
      asked += 1
      waiting.set(asked, { resolve, reject })
      tell({ nth: asked, question })
    })
  return readerBy(ask, () => {
    worker.terminate()
    failAll('closed')
  })
}

/** The reader's questions as method calls. */
function readerBy(ask: (question: Question) => Promise<unknown>, close: () => void): Reader {
  return {
    guess: async (zone, devices) =>
      (await ask({ ask: 'guess', zone, devices })) as Awaited<ReturnType<Reader['guess']>>,
    read: async (chosen, zone, devices) =>
      (await ask({ ask: 'read', chosen, zone, devices })) as Awaited<ReturnType<Reader['read']>>,
    rows: async (source, from, count) =>
      (await ask({ ask: 'rows', source, from, count })) as Awaited<ReturnType<Reader['rows']>>,
    close,
  }
}
