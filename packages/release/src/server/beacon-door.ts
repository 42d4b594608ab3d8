import { isReleasableName } from '@helioport/contract'
import { beaconPath, beaconTokenPath, maxBeacons } from '@helioport/contract/beacon'
import { networkOf } from '@helioport/contract/network-of'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BeaconStatistics } from '../beacons/statistics.ts'
import { createTokenBuckets } from '../beacons/token-buckets.ts'
import { createBeaconTokens, maxReleases } from '../beacons/tokens.ts'
import type { Verdicts } from '../beacons/verdicts.ts'
import { openOperatorKey } from '../operator/operator-key.ts'
import { type Layout } from '../store/layout.ts'
import { retainedReleases } from '../store/release-objects.ts'
import { checkBeacons } from '../store/schemas.ts'
import type { AccountOf } from './account-marks.ts'
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

export interface BeaconDoorParts {
  statistics: BeaconStatistics
  verdicts: Verdicts
  now: () => number
  /** Who is signed in where a request comes from, as a mark. */
  accountOf: AccountOf
  /** Is called after the beacons of a request were counted, before it is answered. */
  onBeacons: () => Promise<void>
}

const addressOf = (request: FastifyRequest) => networkOf(request.ip)

const isReleaseList = (body: unknown): body is string[] =>
  Array.isArray(body) &&
  body.length > 0 &&
  body.length <= maxReleases &&
  body.every((one) => typeof one === 'string' && /^[a-z][a-z0-9-]{0,39}\/\d+\.\d+\.\d+-[0-9a-f]{12}$/.test(one))

/**
 * `POST /releases/beacons`: what browsers tell of their releases, counted at once where a token of this host comes with
 * it; addresses stay in memory, for as long as they weigh. `POST /releases/beacons/token`: such a token.
 */
export async function registerBeaconDoor(
  app: FastifyInstance,
  layout: Layout,
  { statistics, verdicts, now, accountOf, onBeacons }: BeaconDoorParts,
): Promise<void> {
  const isKnown = createKnownReleases(layout)
  const ofAddress = createTokenBuckets(perAddress.perSecond, perAddress.burst)
  const ofAll = createTokenBuckets(forAll.perSecond, forAll.burst, 1)
  const tokens = createBeaconTokens(await openOperatorKey(layout))
  await app.register(async (scope) => {
    scope.removeContentTypeParser('text/plain')
    scope.addHook('onRequest', async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      if (!isOfSameOrigin(request)) return reply.code(403).type('text/plain').send('Of another origin')
      return undefined
    })
    const isTooMuch = (address: string, price: number, at: number) => !ofAddress.take(address, price, at) || !ofAll.take('all', price, at) // prettier-ignore
    const tooMany = (reply: FastifyReply) =>
      reply.code(429).header('retry-after', '30').type('text/plain').send('Too many beacons')

    scope.post(beaconTokenPath, { bodyLimit: 4_096 }, async (request, reply) => {
      const at = now()
      if (isTooMuch(addressOf(request), 1, at)) return tooMany(reply)
      if (!isReleaseList(request.body)) return reply.code(400).type('text/plain').send('Not up to twenty releases')
      const account = await accountOf(request)
      return reply.type('text/plain').send(tokens.issue(request.body, addressOf(request), at, account))
    })
    scope.post<{ Querystring: { token?: string } }>(beaconPath, { bodyLimit }, async (request, reply) => {
      const at = now()
      const beacons = checkBeacons(request.body)
      if (isTooMuch(addressOf(request), beacons?.length ?? priceOfMisfit, at)) return tooMany(reply)
      if (beacons === undefined) return reply.code(400).type('text/plain').send(`Not up to ${maxBeacons} beacons`)
      const { token } = request.query
      const redeemed = typeof token === 'string' ? tokens.redeem(token, addressOf(request), at) : undefined
      // Who has no token is not told so.
      if (redeemed === undefined) return reply.code(204).send()
      const { releases, account } = redeemed
      const address = addressOf(request)
      for (const beacon of beacons) {
        const isMeant = releases.has(`${beacon.part}/${beacon.release}`)
        if (!isMeant || !(await isKnown(beacon.part, beacon.release, at))) continue
        statistics.record(beacon, at, account ?? address)
        verdicts.record(beacon, { address, account }, at)
      }
      await onBeacons()
      return reply
        .code(204)
        .header('x-beacon-token', tokens.issue([...releases], addressOf(request), at, account))
        .send()
    })
  })
}
