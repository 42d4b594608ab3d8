import type { aliveEveryMs as AliveEveryMs, Beacon } from '@helioport/contract/beacon'
import type { SignedReleaseIndex } from '@helioport/contract/release'
import { runningShell } from './attribution.ts'
import { askForToken, BeaconTokens } from './beacon-tokens.ts'
import { createBeacons, sendFromPage, tabId } from './beacons.ts'
import { cohortOf } from './cohort.ts'
import { askerOfPage, watchIndex } from './index-watch.ts'
import { leaveRevokedShell } from './leave.ts'
import {
  indexCheckOfPage,
  indexStorageKey,
  parse,
  verifyNewerIndex,
  withKeysOf,
  withSuccession,
} from './release-index.ts'
import type { RemoteHost } from './remote-host.ts'
import { type SharedEvents, sharedEventsOfPage } from './shared-events.ts'
import { watchVitals } from './vitals.ts'

const aliveEveryMs: typeof AliveEveryMs = 60_000

/** Follows the pointer of the release host, and what other tabs of this browser learn of it. */
function followIndex(host: RemoteHost, events: SharedEvents): void {
  let against = indexCheckOfPage()
  leaveRevokedShell(host.index())
  const take = async (signed: SignedReleaseIndex | null) => {
    const trusted = await withSuccession(against, signed)
    const newer = await verifyNewerIndex(signed, host.index(), trusted)
    if (!newer.ok || newer.index.serial <= host.index().serial) return
    against = withKeysOf(trusted, newer.index)
    host.setIndex(newer.index)
    leaveRevokedShell(host.index())
  }
  const watch = watchIndex({
    serial: () => host.index().serial,
    take,
    ask: askerOfPage(),
    events,
    isHidden: () => document.hidden,
    now: Date.now,
    random: Math.random,
  })
  document.addEventListener('visibilitychange', watch.pageChanged)
  window.addEventListener('online', watch.pageChanged)
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === indexStorageKey) void take(parse<SignedReleaseIndex>(newValue))
  })
}

/** The release host's worker hears this often that the page answers, in ms. */
const beatMs = 1_000
/** When all that a first visit asks for has come, in ms. */
const watchAfterMs = 3_000
const watchdogPath = '/releases/watchdog.js'

/** Has a worker tell the release host where this page stops answering. */
function watchForHangs(host: RemoteHost, tab: string): void {
  let worker: Worker
  try {
    worker = new Worker(watchdogPath)
  } catch {
    return
  }
  const beat = () => {
    const shown = document.hidden ? [] : [...host.events.shown.values()]
    const { serial } = host.index()
    const told = shown.map(({ part, release }) => ({ part, release, serial, tab, cohort: cohortOf(host.index(), part, release, host.bucket) })) // prettier-ignore
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of one origin
    worker.postMessage(told.length === 0 ? null : told)
  }
  beat()
  setInterval(beat, beatMs)
  document.addEventListener('visibilitychange', beat)
  // A page that is kept by the browser for the way back does not answer.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
  window.addEventListener('pagehide', () => worker.postMessage(null))
}

/** Has the host hear of what is too much for the browser; the code for it is none of a first visit. */
async function watchForStrain(host: RemoteHost): Promise<void> {
  const { watchStrain } = await import('./strain.ts')
  watchStrain(() => [...host.events.shown.keys()], host.reportStrain)
}

/** Tells the release host what happens to which release in this tab. */
function tellBeacons(host: RemoteHost): void {
  const beacons = createBeacons(sendFromPage(new BeaconTokens(askForToken, Date.now)), Date.now)
  const tab = tabId()
  const shellRelease = runningShell()
  const shell = shellRelease === undefined ? [] : [{ part: 'shell', release: shellRelease }]
  type Said = Omit<Beacon, 'cohort' | 'serial' | 'tab'>
  const tell = (said: Said) =>
    beacons.add({
      ...said,
      cohort: cohortOf(host.index(), said.part, said.release, host.bucket),
      serial: host.index().serial,
      tab,
    })

  setTimeout(() => watchForHangs(host, tab), watchAfterMs)
  setTimeout(() => void watchForStrain(host).catch(() => undefined), watchAfterMs)
  for (const part of shell) tell({ kind: 'load', ...part })
  host.events.listen(tell)
  setInterval(() => {
    if (document.hidden) return
    for (const part of [...shell, ...host.events.shown.values()]) tell({ kind: 'alive', ...part })
  }, aliveEveryMs)
  const tellVitals = watchVitals(
    () => [...host.events.shown.values(), ...shell][0],
    ({ part, vital }) => tell({ kind: 'vital', ...part, vital }),
  )
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) return
    tellVitals()
    beacons.flush(true)
  })
  window.addEventListener('pagehide', () => {
    tellVitals()
    for (const part of [...shell, ...host.events.shown.values()]) tell({ kind: 'unload', ...part })
    beacons.flush(true)
  })
}

/**
 * What a tab does beside showing pages; nobody waits for it, so it comes after the first of them. `onEvents`: is given
 * the events of this browser before their stream is asked for.
 */
export function startLive(host: RemoteHost, onEvents: (events: SharedEvents) => void): void {
  const events = sharedEventsOfPage()
  followIndex(host, events)
  onEvents(events)
  events.pageChanged()
  tellBeacons(host)
}
