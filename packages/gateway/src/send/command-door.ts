import { ingestBasePath } from '@helioport/contract'
import type {
  LoggerCurves,
  LoggerCommand,
  LoggerStep,
  LoggerStepReply,
  NextCommandReply,
  NextCommandRequest,
} from '@helioport/contract/ingest'
import { worthRetrying } from './ingest-door.ts'

/** `unavailable`: worth a retry; `refused`: a retry would be refused, too. */
export type Answer<T> = { kind: 'data'; data: T } | { kind: 'unavailable' } | { kind: 'refused'; status: number }

/** How a logger, by its key, fetches and answers commands. Never throws. */
export interface CommandDoor {
  next: (key: string, waitS: number, controls?: NextCommandRequest['controls']) => Promise<Answer<NextCommandReply>>
  step: (key: string, command: LoggerCommand, step: Omit<LoggerStep, 'lease'>) => Promise<Answer<LoggerStepReply>>
  curves: (key: string, command: LoggerCommand, curves: Omit<LoggerCurves, 'lease'>) => Promise<Answer<LoggerStepReply>>
}

/** Above the longest wait that the service grants. */
const timeoutMs = 40_000

/** Command door over HTTP. `origin` for example http://127.0.0.1:8080. */
export function httpCommandDoor(origin: string): CommandDoor {
  async function post<T>(key: string, path: string, body: object): Promise<Answer<T>> {
    try {
      const response = await fetch(new URL(`${ingestBasePath}/commands/${path}`, origin), {
        method: 'POST',
        headers: { authorization: `Logger ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const answer = (await response.json()) as { data?: T }
      if (response.ok && answer.data !== undefined) return { kind: 'data', data: answer.data }
      return worthRetrying(response.status) ? { kind: 'unavailable' } : { kind: 'refused', status: response.status }
    } catch {
      return { kind: 'unavailable' }
    }
  }
  return {
    next: (key, waitS, controls) =>
      post(key, 'next', { waitS, ...(controls && { controls }) } satisfies NextCommandRequest),
    step: (key, { taskId, lease }, step) => post(key, `${taskId}/steps`, { lease, ...step } satisfies LoggerStep),
    curves: (key, { taskId, lease }, curves) =>
      post(key, `${taskId}/curves`, { lease, ...curves } satisfies LoggerCurves),
  }
}

/** Tries of a step before it is given up: the service then asks by itself. */
const patience = 8

/**
 * Repeats a message until the service has heard it. @returns whether the command may go on. `pause`: waits between
 * tries
 */
export async function untilHeard(
  say: () => Promise<Answer<LoggerStepReply>>,
  pause: (attempt: number) => Promise<void>,
): Promise<boolean> {
  for (let attempt = 0; attempt < patience; attempt++) {
    const answer = await say()
    if (answer.kind === 'data') return answer.data.proceed
    if (answer.kind === 'refused') return false
    await pause(attempt)
  }
  return false
}
