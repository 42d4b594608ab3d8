import { findLoggersWithWork } from './queries/device.ts'
import type { Service } from '../base/service.ts'

const lookMs = 500

export interface CommandWait {
  /** Resolves when the logger may have a command, after `ms`, or when `gone` signals that the client disconnected. */
  waitFor: (loggerId: string, ms: number, gone: AbortSignal) => Promise<void>
  /** Ends all waits. */
  close: () => void
}

/** One query every half second serves all loggers that wait at this instance. */
export function createCommandWait(service: Service): CommandWait {
  const waits = new Map<string, Set<() => void>>()
  let timer: NodeJS.Timeout | null = null
  let closed = false

  async function look(): Promise<void> {
    const found = await findLoggersWithWork(service.db.read, [...waits.keys()]).catch(() => [])
    for (const loggerId of found) for (const wake of waits.get(loggerId) ?? []) wake()
    timer = waits.size > 0 && !closed ? setTimeout(() => void look(), lookMs) : null
  }

  return {
    waitFor: (loggerId, ms, gone) =>
      new Promise((resolve) => {
        if (closed || gone.aborted || ms <= 0) return resolve()
        const own = waits.get(loggerId) ?? new Set()
        const wake = () => {
          clearTimeout(limit)
          gone.removeEventListener('abort', wake)
          own.delete(wake)
          if (own.size === 0 && waits.get(loggerId) === own) waits.delete(loggerId)
          resolve()
        }
        const limit = setTimeout(wake, ms)
        gone.addEventListener('abort', wake)
        own.add(wake)
        waits.set(loggerId, own)
        timer ??= setTimeout(() => void look(), lookMs)
      }),
    close: () => {
      closed = true
      if (timer) clearTimeout(timer)
      for (const own of waits.values()) for (const wake of own) wake()
    },
  }
}
