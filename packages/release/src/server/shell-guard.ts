/// <reference lib="dom" />
/** Which try of a browser to get a shell a page is: the current one, that under other URLs, the one before it. */
export type ShellStep = '' | 'again' | 'former'

/** What the guard is told by the page; as JSON in it. */
export interface ShellGuardData {
  step: ShellStep
  /** Release whose files the page names. */
  release: string
  /** Whether there is a former one. */
  hasFormer: boolean
  /** Of the index. */
  serial: number
  slow: string
  failed: string
  reload: string
}

/** Of the page, for a sign-in page that stands before the rest of the shell has come. */
export interface ShellGuard {
  /** Tells the release host that the rest does not come. Rejects where that cannot be told either. */
  tell: () => Promise<void>
  /** Takes the next try of a shell in place of this page; undefined after the last one. */
  next: (() => void) | undefined
}

/** Tells the release host of a shell that does not start in this page. */
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

/** A line on the page, below a form that is shown; with `button`, that loads the page anew, alone. */
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
 * Runs in the head of the page, before any other script. Until the shell has put something onto the page, a file of it
 * that fails or hangs is the page's own matter: after two seconds without anything it says so, after four without
 * progress, or at once where a file fails, it tells the release host, tries once more under other URLs, then takes the
 * former shell, and at last says that it gives up.
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
      // Storage is blocked: the next load finds out anew.
    }
    const query = new URLSearchParams(location.search)
    query.set('shell', to)
    location.replace(`?${query}${location.hash}`)
  }
  const leave = next && (() => go(next))
  const fail = (fault: string) => {
    if (isOver || isStarted()) return
    isOver = true
    // A stylesheet that does not come would keep the words from the screen.
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
      // It is tried again with the load after this one.
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
