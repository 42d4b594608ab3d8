import type { FastifyInstance } from 'fastify'
import type { BeaconStatistics } from '../beacons/statistics.ts'
import { createTokenBuckets } from '../beacons/token-buckets.ts'
import { type createReporter, reportFor } from '../operator/report.ts'
import type { Layout } from '../store/layout.ts'
import { readable } from '../store/readable.ts'
import type { Identities } from '../team/identity.ts'
import { mayDo, NotAllowed } from '../team/team-key.ts'
import { createTurns } from '../upload/turns.ts'
import { askAsTeam, confirmAsTeam, type TeamRequest } from '../team/team-moves.ts'
import type { Overrides } from './overrides.ts'
import { callerOf, guardTeam } from './team-guard.ts'

export const teamPath = '/releases/team'

/** Rate of moves per key: every open tab is notified of each. */
const perSecond = 1 / 60
const burst = 60
/**
 * Concurrent requests of all keys, one each: the gate reads a whole release, and the compiler takes as much as a build.
 */
const askedAtOnce = 2
/** Waiting requests per key. */
const mostWaiting = 8

const move = {
  type: 'object',
  additionalProperties: false,
  required: ['part', 'reason'],
  properties: {
    part: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,39}$' },
    release: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+-[0-9a-f]{12}$' },
    percent: { enum: [1, 10, 50, 100] },
    auto: { type: 'boolean' },
    reason: { type: 'string', minLength: 1, maxLength: 500 },
    expectSerial: { type: 'integer', minimum: 0 },
    dryRun: { type: 'boolean' },
  },
}
const override = {
  type: 'object',
  additionalProperties: false,
  required: ['part', 'origin'],
  properties: { part: { type: 'string', maxLength: 40 }, origin: { type: 'string', maxLength: 80 } },
}
const confirmation = {
  type: 'object',
  additionalProperties: false,
  required: ['proposal'],
  properties: { proposal: { type: 'string', pattern: '^[0-9a-f]{16}$' } },
}

/**
 * `/releases/team/{promote,rollback,halt,confirm,override}`: requests with teams' keys, each for its parts and actions.
 * The audit log has the key's name. What only an operator may do (revoke, force past the gate) is not here.
 */
export async function registerTeamDoor(
  app: FastifyInstance,
  layout: Layout,
  identities: Identities,
  statistics: BeaconStatistics,
  report: ReturnType<typeof createReporter>,
  overrides: Overrides,
  now: () => number,
): Promise<void> {
  const moved = createTokenBuckets(perSecond, burst)
  // Separate queues: previews must not delay a rollback.
  const [looks, moves] = [createTurns(askedAtOnce, mostWaiting), createTurns(askedAtOnce, mostWaiting)]
  const runningOf = (part: string) => statistics.running.now(now()).filter((one) => one.part === part)
  await app.register(
    async (door) => {
      guardTeam(door, identities, now)
      door.get('/key', (request, reply) => {
        const { name, team, parts, actions } = callerOf(request).key
        return reply.send({ name, team, parts, actions })
      })
      // The data of the operator's page, limited to the key's parts.
      door.get('/status', (request) => report(now()).then((all) => reportFor(all, callerOf(request).key)))
      for (const action of ['promote', 'rollback', 'halt'] as const) {
        door.post<{ Body: Omit<TeamRequest, 'action'> }>(
          `/${action}`,
          { bodyLimit: 8_192, schema: { body: move } },
          async (request, reply) => {
            const { key } = callerOf(request)
            const body = { ...request.body, reason: readable(request.body.reason) }
            if (body.dryRun !== true && !moved.take(key.name, 1, now()))
              return reply.code(429).header('retry-after', '60').send({ error: 'busy', message: `${key.name} moves too often` }) // prettier-ignore
            const asked = () => askAsTeam(layout, key, { ...body, action }, runningOf(body.part), new Date(now()))
            // A halt asks no gate, and so needs no turn.
            const result = await (action === 'halt' ? asked() : (body.dryRun === true ? looks : moves).take(key.name, asked)) // prettier-ignore
            return 'proposal' in result ? reply.code(202).send(result) : result
          },
        )
      }
      door.post<{ Body: { proposal: string } }>(
        '/confirm',
        { bodyLimit: 1_024, schema: { body: confirmation } },
        (request) => {
          const { key } = callerOf(request)
          return moves.take(key.name, () =>
            confirmAsTeam(layout, key, request.body.proposal, runningOf, new Date(now())),
          )
        },
      )
      // A link for the caller's own browser; nobody else's page changes.
      door.post<{ Body: { part: string; origin: string } }>(
        '/override',
        { bodyLimit: 1_024, schema: { body: override } },
        (request) => {
          const { part, origin } = request.body
          const { key } = callerOf(request)
          if (!mayDo(key, part, 'develop')) throw new NotAllowed(`${key.name} may not develop ${part}`)
          return overrides.issue(part, origin)
        },
      )
    },
    { prefix: teamPath },
  )
}
