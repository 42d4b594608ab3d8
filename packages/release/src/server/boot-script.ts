/// <reference lib="dom" />
import { createHash } from 'node:crypto'
import {
  apiBasePath,
  cohortStorageKey,
  doorPaths,
  earlyPatienceMs,
  pageOfPath,
  type PageHints,
  preloadFilesOf,
  type ReleaseHints,
  rowsOnScreen,
  tokenStorageKey,
  traceHeader,
  traceHeaderOf,
} from '@helioport/contract'
import type { ReleaseIndexPayload } from '@helioport/contract/release'
import { guardShell, lineOf, tellOfShell } from './shell-guard.ts'

/** Shows the page's sign-in form until the shell takes it over; an earlier submit is marked on the form. */
function showEarlyForm(locale: string, theme: string): void {
  const show = () => {
    const form = document.getElementById('early-form')
    if (!(form instanceof HTMLFormElement)) return
    const words = JSON.parse(form.dataset['words'] ?? '{}') as Record<string, string[]>
    const language = words[locale] === undefined ? 'en-US' : locale
    form.lang = language
    form.dir = /^(ar|fa|he|ku|ps|sd|ug|ur|yi)\b/.test(locale) ? 'rtl' : 'ltr'
    form.querySelectorAll('[data-word]').forEach((place, i) => {
      place.textContent = words[language]?.[i] ?? ''
    })
    if (/^(light|dark)$/.test(theme)) document.documentElement.style.colorScheme = theme
    form.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLInputElement) form.dataset['at'] = target.name
    })
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      form.dataset['sent'] = ''
    })
    form.hidden = false
    form.querySelector('input')?.focus()
  }
  // The document is parsed, its scripts have not run yet.
  document.addEventListener('readystatechange', show, { once: true })
}

/**
 * Sends reads of the page while its code loads, with the headers of the api-client, which takes the replies over. A
 * shell that does not know this has no mark in its page.
 */
function sendReads(
  paths: readonly string[],
  locale: string,
  base: string,
  patienceMs: number,
  rowsOf: typeof rowsOnScreen,
  traceName: string,
  traceOf: typeof traceHeaderOf,
): void {
  if (document.querySelector('meta[name="early-reads"]') === null) return
  const early = (window.helioportEarlyReads ??= {})
  for (const path of paths) {
    const url = base + path.replace(':rows', String(rowsOf(innerHeight)))
    const sent = fetch(url, {
      headers: {
        'Accept-Language': locale,
        'X-Requested-With': 'XMLHttpRequest',
        [traceName]: traceOf(crypto.getRandomValues(new Uint8Array(24))),
      },
      signal: AbortSignal.timeout(patienceMs),
    })
    const reply = sent
      .then(async (answer) => {
        const body: unknown = await answer.json()
        return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body }
      })
      .catch(() => undefined)
    early[url] = { at: performance.now(), locale, reply }
  }
}

/**
 * Runs in the head of the page, before any other script: adds preload links for the files of the current path, so that
 * the browser fetches them in one wave with the shell, and sends the first reads of a signed-in person. Hints only:
 * errors are ignored.
 */
function addPreloadLinks(
  pageOf: typeof pageOfPath,
  filesOf: typeof preloadFilesOf,
  tokenKey: string,
  cohortKey: string,
  doors: readonly string[],
  showForm: typeof showEarlyForm,
  send: (paths: readonly string[], locale: string) => void,
): void {
  const textOf = (id: string) => document.getElementById(id)?.textContent ?? ''
  const hints = JSON.parse(textOf('release-hints')) as PageHints
  let locale = 'zh-CN'
  let signedIn = false
  let theme = ''
  let bucket = Number.NaN
  try {
    signedIn = (localStorage.getItem(tokenKey) ?? '') !== ''
    const kept = JSON.parse(localStorage.getItem('preferences') ?? '{}') as {
      state?: { locale?: string; theme?: string }
    }
    locale = kept.state?.locale ?? locale
    theme = kept.state?.theme ?? theme
    bucket = Number.parseInt(localStorage.getItem(cohortKey) ?? '', 10)
  } catch {
    // Storage is blocked or garbled: the defaults hold.
  }
  const path = location.hash.slice(1)
  const isCanary = ({ percent }: { percent: number }) => bucket < percent
  // The sign-in page alone does not need the rest of the shell, and a signed-in person does not need the sign-in page.
  const isAtDoor = !signedIn && doors.includes(path.split('?')[0] ?? '')
  if (isAtDoor) showForm(locale, theme)
  const isWanted = (part: string) => (part === 'sign-in' ? !signedIn : !isAtDoor)
  const { preload } = hints.shell
  const pages = Object.fromEntries(Object.entries(preload.pages).filter(([part]) => isWanted(part)))
  const shell = { ...hints.shell, preload: { ...preload, pages } }
  const add = (remote?: ReleaseHints, page?: string) => {
    for (const { href, integrity } of filesOf(shell, locale, remote, page)) {
      if (document.querySelector(`link[href="${href}"]`) !== null) continue
      const link = document.createElement('link')
      link.rel = 'preload'
      link.as = href.endsWith('.css') ? 'style' : 'script'
      link.crossOrigin = 'anonymous'
      link.integrity = integrity
      link.href = href
      document.head.append(link)
    }
  }
  const canaries = hints.canaries.filter(isCanary).map(({ release }) => release)
  const place = pageOf([...canaries, ...hints.remotes], path, signedIn)
  add(place?.release, place?.page)
  if (signedIn) send(['/session', ...(place?.reads ?? [])], locale)
  if (place !== undefined || hints.isWhole) return
  const index = JSON.parse(textOf('release-index')) as ReleaseIndexPayload
  const current = Object.values(index.remotes).flatMap(([first]) => first ?? [])
  const further = pageOf(current, path, signedIn)
  if (further === undefined) return
  if (signedIn) send(further.reads, locale)
  const { name, release, record } = further.release
  fetch(`/r/${name}/${release}/release.json`, { integrity: record })
    .then(async (reply) => add((await reply.json()) as ReleaseHints, further.page))
    .catch(() => undefined)
}

/** Removes comments, indentation and spaces around signs. */
const small = (source: string) =>
  source
    .replaceAll(/^\s*(\/\/.*|\/\*\*?[\s\S]*?\*\/)?\s*/gm, '')
    .replaceAll(' // prettier-ignore', '')
    .replaceAll(/ ?([=(){}[\],;:?&|+<>!]+) ?/g, '$1')
const reads = `(paths,locale)=>(${small(String(sendReads))})(paths,locale,${[apiBasePath, earlyPatienceMs].map((one) => JSON.stringify(one)).join()},${small(String(rowsOnScreen))},${JSON.stringify(traceHeader)},${small(String(traceHeaderOf))})`
const given = [small(String(pageOfPath)), small(String(preloadFilesOf)), JSON.stringify(tokenStorageKey), JSON.stringify(cohortStorageKey), JSON.stringify(doorPaths), small(String(showEarlyForm)), reads] // prettier-ignore

const guard = `(${small(String(guardShell))})(JSON.parse(document.getElementById('shell-guard').textContent),${small(String(tellOfShell))},${small(String(lineOf))})`

/** Text of the one inline script, the same for all pages. */
export const bootScript = `try{${guard}}catch{}try{(${small(String(addPreloadLinks))})(${given.join()})}catch{}`

/** Its hash for the content security policy. */
export const bootScriptHash = `sha256-${createHash('sha256').update(bootScript).digest('base64')}`
