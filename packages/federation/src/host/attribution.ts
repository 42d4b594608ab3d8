export interface Blamed {
  part: string
  release: string
}

const inUrl = /\/r\/([a-z][a-z0-9-]*)\/(\d+\.\d+\.\d+-[0-9a-f]{12})\//g

/**
 * The release that caused an error, by the URLs in its stack: the first frame of a remote, because shared code of the
 * shell may throw for a call of a remote; else the shell. Undefined if no frame is of a release.
 */
export function blamedFor(stack: string): Blamed | undefined {
  const frames = [...stack.matchAll(inUrl)].map(([, part = '', release = '']) => ({ part, release }))
  return frames.find(({ part }) => part !== 'shell') ?? frames[0]
}

/** Listens to uncaught errors of event handlers, timers and promises. Returns how to stop. */
export function watchUncaught(heard: (blamed: Blamed, kind: 'handler' | 'promise') => void): () => void {
  // Many frames of React and the router may be above the frames of a remote.
  if ('stackTraceLimit' in Error) Error.stackTraceLimit = 50
  const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? '') : '')
  const onError = ({ error, filename }: ErrorEvent) => {
    const blamed = blamedFor(stackOf(error)) ?? blamedFor(filename)
    if (blamed !== undefined) heard(blamed, 'handler')
  }
  const onRejection = ({ reason }: PromiseRejectionEvent) => {
    const blamed = blamedFor(stackOf(reason))
    if (blamed !== undefined) heard(blamed, 'promise')
  }
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  return () => {
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
  }
}

/** The release of the shell in this tab, by the URL of its script; the index may name a newer release. */
export function runningShell(): string | undefined {
  const script = document.querySelector<HTMLScriptElement>('script[src*="/r/shell/"]')
  return script === null ? undefined : blamedFor(script.src)?.release
}
