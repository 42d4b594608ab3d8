/// <reference lib="dom" />
/** The page's try to start a shell: the current one, the same under other URLs, or the former one. */
export type ShellStep = '' | 'again' | 'former'

/** Data for the guard, as JSON in the page. */
export interface ShellGuardData {
  step: ShellStep
  /** Release whose files the page names. */
  release: string
  /** Whether there is a former release. */
  hasFormer: boolean
  /** Of the index. */
  serial: number
  slow: string
  failed: string
  reload: string
}

/** For a sign-in page that is shown before the rest of the shell has loaded. */
export interface ShellGuard {
  /** Reports to the release host that the rest cannot be loaded. Rejects if the report fails. */
  tell: () => Promise<void>
  /** Replaces this page by the next try; undefined after the last one. */
  next: (() => void) | undefined
}

/** Reports to the release host that the shell does not start in this page. */
export async function tellOfShell({ release, serial }: ShellGuardData, fault: string): Promise<void> {
  const post = (path: string, body: unknown) =>
    fetch(`/releases/beacons${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      keepalive: true,
    })
  const token = await (await post('/token', [`shell/${release}`])).text()
  const tab = `${Math.random().toString(16)}${'0'.repeat(16)}`.slice(2, 18)
  await post(`?token=${token}`, [{ kind: 'fault', part: 'shell', release, cohort: 'stable', serial, tab, fault }])
}

/**
 * A line on the page, below the form where that is shown; with `button` it replaces the form, and the button reloads.
 */
export function lineOf(text: string, button: string): HTMLElement {
  const line = document.createElement('p')
  const form = document.getElementById('early-form')
  if (button !== '') form?.remove()
  line.setAttribute('role', 'alert')
  const isBelow = button === '' && form?.hidden === false
  line.style.cssText = `margin:${isBelow ? 75 : 20}vh auto;max-width:30em;padding:0 1em;font:16px/1.6 system-ui,sans-serif`
  line.textContent = `${text} `
  if (button === '') return line
  const again = document.createElement('button')
  again.textContent = button
  again.addEventListener('click', () => location.replace(location.pathname + location.hash))
  line.append(again)
  return line
}

/**
 * Runs in the head of the page, before any other script, until the shell has rendered something. Meanwhile the page
 * itself handles files of the shell that fail or hang: after 1.5 s without anything on the page it shows a line; after
 * 4 s without progress, after 2 s without a stylesheet, or at once where a file fails, it reports to the release host,
 * tries again under other URLs, then takes the former shell, and at last shows that it has failed.
 */
export function guardShell(guard: ShellGuardData, tell: typeof tellOfShell, words: typeof lineOf): void {
  const { step, release } = guard
  const storageKey = 'helioport.bad-shell'
  const isStarted = () => document.getElementById('root')?.firstChild != null
  let isOver = false
  let line: HTMLElement | undefined

  const hanging = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ sheet }) => !sheet) // prettier-ignore
  const say = (text: string, button = '') => {
    line?.remove()
    line = words(text, button)
    document.body?.append(line)
  }
  const next = step === '' ? 'again' : step === 'again' && guard.hasFormer ? 'former' : undefined
  const go = (to: ShellStep) => {
    try {
      if (step === 'again') sessionStorage.setItem(storageKey, release)
    } catch {
      // Storage is blocked: the next load will detect the fault again.
    }
    const query = new URLSearchParams(location.search)
    query.set('shell', to)
    location.replace(`?${query}${location.hash}`)
  }
  const leave = next && (() => go(next))
  const fail = (fault: string) => {
    if (isOver || isStarted()) return
    isOver = true
    // A pending stylesheet blocks rendering, and with it the line.
    for (const link of hanging()) link.remove()
    if (leave) say(guard.slow)
    else say(guard.failed, guard.reload)
    const late = new Promise((done) => setTimeout(done, 800))
    void Promise.race([tell(guard, fault).catch(() => undefined), late]).then(leave)
  }
  const offer: ShellGuard = { tell: () => tell(guard, 'network'), next: leave }
  Reflect.set(window, Symbol.for('helioport.shell-guard'), offer)

  try {
    if (step === '' && guard.hasFormer && sessionStorage.getItem(storageKey) === release) {
      // The load after this one tries the current shell again.
      sessionStorage.removeItem(storageKey)
      return go('former')
    }
  } catch {
    // Storage is blocked.
  }
  const ofShell = /\/r\/shell\//
  addEventListener(
    'error',
    (event) => {
      const { target } = event
      if (target instanceof HTMLScriptElement && ofShell.test(target.src)) fail('network')
      else if (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && ofShell.test(target.href))
        fail('stylesheet') // prettier-ignore
      else if (ofShell.test(event.filename)) fail('script')
    },
    true,
  )
  let [ticks, silent, arrived] = [0, 0, 0]
  const timer = setInterval(() => {
    if (isStarted()) {
      clearInterval(timer)
      line?.remove()
      const query = new URLSearchParams(location.search)
      query.delete('shell')
      const rest = query.size > 0 ? `?${query}` : location.pathname
      if (step !== '') history.replaceState(history.state, '', rest + location.hash)
      return
    }
    const now = performance.getEntriesByType('resource').filter(({ name }) => ofShell.test(name)).length
    silent = now > arrived ? 0 : silent + 1
    arrived = now
    ticks += 1
    if (silent >= 16) fail('deadline')
    else if (ticks === 8 && step !== 'former' && hanging().length > 0) fail('stylesheet')
    else if (ticks === 6 && !isOver) say(guard.slow)
  }, 250)
}
