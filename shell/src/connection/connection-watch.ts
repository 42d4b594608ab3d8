/** `offline`: this machine has no network. `down`: the service does not answer. */
export type ConnectionState = 'ok' | 'offline' | 'down'

export interface ConnectionParts {
  /** A small request to the service; rejects while it cannot be reached. */
  ask: () => Promise<unknown>
  isOnline: () => boolean
}

export interface ConnectionWatch {
  state: () => ConnectionState
  subscribe: (changed: () => void) => () => void
  /** Registers a function that is called when the service answers again. */
  onBack: (then: () => void) => void
  /** Result of a call: it succeeded, or failed because the service was unreachable. */
  report: (answered: boolean) => void
  networkChanged: () => void
  askNow: () => void
  stop: () => void
}

/** Pauses between two requests while the service is unreachable, in ms; the last one repeats. */
export const askAgainMs = [3_000, 5_000, 10_000, 20_000, 30_000] as const

/** Tracks whether the service answers, and polls it while it does not. */
export function createConnectionWatch({ ask, isOnline }: ConnectionParts): ConnectionWatch {
  let down = false
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const backListeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())

  const plan = () => {
    clearTimeout(timer)
    const pause = askAgainMs[Math.min(tries, askAgainMs.length - 1)]
    tries += 1
    timer = setTimeout(askNow, pause)
  }

  function report(answered: boolean): void {
    if (answered === !down) return
    down = !answered
    clearTimeout(timer)
    tries = 0
    if (down) plan()
    else backListeners.forEach((listener) => listener())
    tell()
  }

  function askNow(): void {
    ask().then(
      () => report(true),
      () => (down ? plan() : report(false)),
    )
  }

  return {
    state: () => (!isOnline() ? 'offline' : down ? 'down' : 'ok'),
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    onBack: (then) => void backListeners.add(then),
    report,
    networkChanged: () => {
      if (isOnline() && down) askNow()
      tell()
    },
    askNow,
    stop: () => {
      clearTimeout(timer)
      listeners.clear()
      backListeners.clear()
    },
  }
}
