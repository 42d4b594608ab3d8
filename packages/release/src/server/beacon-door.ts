import { isReleasableName } from '@helioport/contract'
import { beaconPath, maxBeacons } from '@helioport/contract/beacon'
import type { FastifyInstance } from 'fastify'
import type { BeaconStatistics } from '../beacons/statistics.ts'
import { createTokenBuckets } from '../beacons/token-buckets.ts'
import { type Layout, retainedReleases } from '../store/layout.ts'
import { checkBeacons } from '../store/schemas.ts'
import { isOfSameOrigin } from './same-origin.ts'

/** Bytes of a body: fifty beacons of 300 bytes, twice. */
const bodyLimit = 32_768
/** What one address may send (an office may have one for all its people), and what all may. */
const perAddress = { perSecond: 100, burst: 6_000 }
const forAll = { perSecond: 2_000, burst: 20_000 }
/** A body that does not fit costs as much as so many beacons. */
const priceOfMisfit = 20
/** So many names are remembered, of which any may have been made up. */
const maxKnown = 200
/** The store is looked at anew for an unknown release this often at most, in ms. */
const lookEveryMs = 2_000

/** Whether a release lies in the store; what is said of any other is not counted. */
function createKnownReleases(layout: Layout) {
  const known = new Map<string, { releases: ReadonlySet<string>; at: number }>()
  return async (part: string, release: string, now: number): Promise<boolean> => {
    if (!isReleasableName(part)) return false
    const before = known.get(part)
    if (before?.releases.has(release) === true) return true
    if (before !== undefined && now - before.at < lookEveryMs) return false
    const releases = await retainedReleases(layout, part)
    if (known.size >= maxKnown) known.clear()
    known.set(part, { releases, at: now })
    return releases.has(release)
  }
}

/**
 * `POST /releases/beacons`: what browsers tell of their releases. Counted at once; neither address nor tab is kept.
 * `onBeacons` is called after those of a request were counted, before it is answered.
 */
export async function registerBeaconDoor(
  app: FastifyInstance,
  layout: Layout,
  statistics: BeaconStatistics,
  now: () => number,
  onBeacons: () => Promise<void>,
): Promise<void> {
  const isKnown = createKnownReleases(layout)
  const ofAddress = createTokenBuckets(perAddress.perSecond, perAddress.burst)
  const ofAll = createTokenBuckets(forAll.perSecond, forAll.burst, 1)
  await app.register(async (scope) => {
    scope.removeContentTypeParser('text/plain')
    scope.post(beaconPath, { bodyLimit }, async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      if (!isOfSameOrigin(request)) return reply.code(403).type('text/plain').send('Of another origin')
      const at = now()
      const beacons = checkBeacons(request.body)
      const price = beacons?.length ?? priceOfMisfit
      if (!ofAddress.take(request.ip, price, at) || !ofAll.take('all', price, at)) {
        return reply.code(429).header('retry-after', '30').type('text/plain').send('Too many beacons')
      }
      if (beacons === undefined) return reply.code(400).type('text/plain').send(`Not up to ${maxBeacons} beacons`)
      for (const beacon of beacons) {
        if (await isKnown(beacon.part, beacon.release, at)) statistics.record(beacon, at)
      }
      await onBeacons()
      return reply.code(204).send()
    })
  })
}
