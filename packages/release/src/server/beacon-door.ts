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

/** Bytes of a body: twice the size of fifty beacons of 300 bytes. */
const bodyLimit = 32_768
/** Rate limits per address, which a whole office may share, and for all addresses together. */
const perAddress = { perSecond: 100, burst: 6_000 }
const forAll = { perSecond: 2_000, burst: 20_000 }
/** An invalid body is charged as this number of beacons. */
const priceOfMisfit = 20
/** Limit of remembered part names: a caller may invent any number. */
const maxKnown = 200
/** For an unknown release the store is read at most this often, in ms. */
const lookEveryMs = 2_000

/** Whether a release lies in the store; beacons about any other are not counted. */
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
  /** Mark of the account that a request is signed in with. */
  accountOf: AccountOf
  /** Called after the beacons of a request were counted, before the reply. */
  onBeacons: () => Promise<void>
}

const addressOf = (request: FastifyRequest) => networkOf(request.ip)

const isReleaseList = (body: unknown): body is string[] =>
  Array.isArray(body) &&
  body.length > 0 &&
  body.length <= maxReleases &&
  body.every((one) => typeof one === 'string' && /^[a-z][a-z0-9-]{0,39}\/\d+\.\d+\.\d+-[0-9a-f]{12}$/.test(one))

/**
 * `POST /releases/beacons`: browsers' reports on their releases, counted only with a token of this host; addresses stay
 * in memory, only as long as verdicts need them. `POST /releases/beacons/token`: issues such a token.
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
      // Also 204: the caller is not told that nothing was counted.
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
