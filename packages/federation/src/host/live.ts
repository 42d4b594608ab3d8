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

/** Follows the release host's index, also by what other tabs of this browser store. */
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

/** Interval of the page's heartbeat to the watchdog worker, ms. */
const beatMs = 1_000
/** Delay until the requests of a first visit are done, ms. */
const watchAfterMs = 3_000
const watchdogPath = '/releases/watchdog.js'

/** Starts a worker that reports to the release host when this page stops responding. */
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
  // A page in the back/forward cache sends no heartbeats.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
  window.addEventListener('pagehide', () => worker.postMessage(null))
}

/** Reports overload of the browser to the host; loads its code late, to keep the first visit small. */
async function watchForStrain(host: RemoteHost): Promise<void> {
  const { watchStrain } = await import('./strain.ts')
  watchStrain(() => [...host.events.shown.keys()], host.reportStrain)
}

/** Sends beacons about the releases in this tab to the release host. */
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
 * Background work of a tab: follows the index and reports to the release host. Nothing waits for it, so it starts after
 * the first page. `onEvents`: gets the events of this browser before the stream is opened.
 */
export function startLive(host: RemoteHost, onEvents: (events: SharedEvents) => void): void {
  const events = sharedEventsOfPage()
  followIndex(host, events)
  onEvents(events)
  events.pageChanged()
  tellBeacons(host)
}
