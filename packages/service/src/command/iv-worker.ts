import { parentPort } from 'node:worker_threads'
import { figuresOfSweeps, type Judged, judgeStrings, type ScanTask, type SweepTask } from './iv-judgement.ts'

export interface IvOrder {
  id: number
  task: ScanTask | SweepTask
}

export type IvResult = { judged: Judged[] } | { figures: ReturnType<typeof figuresOfSweeps> }
export type IvReply = { id: number } & (IvResult | { error: string })

/** Works beside the main thread, one after the other: to judge a scan of 24 strings takes a quarter of a second. */
parentPort?.on('message', ({ id, task }: IvOrder) => {
  let reply: IvReply
  try {
    reply = 'sweeps' in task ? { id, figures: figuresOfSweeps(task) } : { id, judged: judgeStrings(task) }
  } catch (error) {
    reply = { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  parentPort?.postMessage(reply, [])
})
