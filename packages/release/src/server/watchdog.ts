/// <reference lib="webworker" />
import type { beaconPath, beaconTokenPath } from '@helioport/contract/beacon'
import { beaconPath as beacons, beaconTokenPath as tokens } from '@helioport/contract/beacon'
import type { FastifyInstance } from 'fastify'

export const watchdogPath = '/releases/watchdog.js'

/** Sent by the page every second while it is visible; null when it is hidden, or shows nothing of a remote. */
type Beat = readonly { part: string; release: string }[] | null

/**
 * Runs in a worker beside each page: when the page is silent for so long that it must hang, reports the releases on
 * screen to the release host, and stores them for the next load. Counts its own seconds, so that a machine's sleep does
 * not count as a hang.
 */
function watch(paths: { beacons: typeof beaconPath; tokens: typeof beaconTokenPath }, silentS: number): void {
  let beat: Beat = null
  let silence = 0
  addEventListener('message', (event: MessageEvent<Beat>) => {
    beat = event.data
    silence = 0
  })
  const post = (url: string, body: unknown) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const tell = async (shown: NonNullable<Beat>) => {
    const token = await (await post(paths.tokens, shown.map(({ part, release }) => `${part}/${release}`))).text() // prettier-ignore
    await post(
      `${paths.beacons}?token=${token}`,
      shown.map((one) => ({ kind: 'crash', fault: 'hang', ...one })),
    )
  }
  const writeDown = (shown: NonNullable<Beat>) => {
    const opening = indexedDB.open('helioport', 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('hung'))
    opening.addEventListener('success', () => {
      const store = opening.result.transaction('hung', 'readwrite').objectStore('hung')
      for (const { part, release } of shown) store.put(Date.now(), `${part}/${release}`)
      store.transaction.addEventListener('complete', () => opening.result.close())
    })
  }
  setInterval(() => {
    silence += 1
    if (beat === null || silence !== silentS) return
    writeDown(beat)
    tell(beat).catch(() => undefined)
  }, 1_000)
}

/** A page that is silent for this long hangs, in s. */
const silentS = 6
const script = `(${String(watch)})(${JSON.stringify({ beacons, tokens })},${silentS})`

/** `GET /releases/watchdog.js`: the worker beside each page. */
export function registerWatchdog(app: FastifyInstance): void {
  app.get(watchdogPath, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script),
  )
}
