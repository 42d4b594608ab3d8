import type { FaultKind } from './faults.ts'

/** What happened to a release of a part in this tab. */
export type HostEvent =
  | { kind: 'load' | 'unload'; part: string; release: string }
  | { kind: 'crash'; part: string; release: string; fault: FaultKind }
  /** `shown`: the release that was shown instead. */
  | { kind: 'fault'; part: string; release: string; fault: FaultKind; shown?: string }

const maxWaiting = 200

export interface HostEvents {
  tell(event: HostEvent): void
  /** Called once, at the first fault or crash. */
  onTrouble(listener: () => void): void
  /** Listens to all events; the first listener also gets the events before it. */
  listen(listener: (event: HostEvent) => void): void
  /** Releases on screen. */
  shown: Map<string, { part: string; release: string }>
}

/** `isTold`: false for parts without a release, whose events are dropped. */
export function createEventLog(isTold: (part: string) => boolean = () => true): HostEvents {
  const listeners = new Set<(event: HostEvent) => void>()
  const waiting: HostEvent[] = []
  let onTrouble: (() => void) | undefined
  return {
    shown: new Map(),
    tell(event) {
      if (!isTold(event.part)) return
      if (listeners.size === 0 && waiting.length < maxWaiting) waiting.push(event)
      listeners.forEach((listener) => listener(event))
      if (event.kind === 'fault' || event.kind === 'crash') onTrouble?.()
    },
    onTrouble(listener) {
      onTrouble = () => {
        onTrouble = undefined
        listener()
      }
    },
    listen(listener) {
      listeners.add(listener)
      waiting.splice(0).forEach((event) => listener(event))
    },
  }
}
