import { Worker } from 'node:worker_threads'
import type { FiguresTask, Judged, ScanTask } from './iv-judgement.ts'
import type { IvOrder, IvReply, IvResult } from './iv-worker.ts'

interface Waiting {
  resolve: (result: IvResult) => void
  reject: (error: Error) => void
}

/** The process's one thread for IV curves; started at the first task, and again after it died. */
let thread: { worker: Worker; open: Map<number, Waiting> } | undefined
let nextId = 0

/** Judges the strings of a scan without blocking the event loop. Rejects when the thread dies. */
export async function judgeInThread(task: ScanTask): Promise<Judged[]> {
  const result = await resultOf(task)
  return 'judged' in result ? result.judged : []
}

/** Figures of every string of a scan, by the same thread. */
export async function figuresInThread(task: FiguresTask) {
  const result = await resultOf(task)
  return 'figures' in result ? result.figures : []
}

function resultOf(task: IvOrder['task']): Promise<IvResult> {
  const { worker, open } = (thread ??= start())
  return new Promise((resolve, reject) => {
    const id = nextId++
    open.set(id, { resolve, reject })
    worker.ref()
    worker.postMessage({ id, task } satisfies IvOrder, [])
  })
}

function start(): NonNullable<typeof thread> {
  const worker = new Worker(new URL('./iv-worker.ts', import.meta.url))
  const open = new Map<number, Waiting>()
  worker.on('message', (reply: IvReply) => {
    const waiting = open.get(reply.id)
    open.delete(reply.id)
    if ('error' in reply) waiting?.reject(new Error(reply.error))
    else waiting?.resolve(reply)
    // An idle thread must not keep the process alive.
    if (open.size === 0) worker.unref()
  })
  const die = (error: Error) => {
    if (thread?.worker === worker) thread = undefined
    for (const { reject } of open.values()) reject(error)
    open.clear()
  }
  worker.on('error', (error) => die(error as Error))
  worker.on('exit', (code) => die(new Error(`the thread that judges scans ended with ${code}`)))
  return { worker, open }
}
