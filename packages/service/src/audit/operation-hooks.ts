import { type EndpointName, endpoints, type EndpointSpec } from '@helioport/contract/endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordOperation } from './operation.ts'
import type { SignedIn } from '../base/signed-in.ts'
import { findSignedIn } from '../account/sign-in.ts'
import { recordSignIn } from '../account/sign-in-log.ts'
import type { Service } from '../base/service.ts'
import { readToken } from '../http/cookie.ts'
import { problemOf } from '../http/errors.ts'
import type { RouteHooks } from '../http/register.ts'

/** Reply data of a write, so that its row can name what was made. */
const made = new WeakMap<FastifyRequest, unknown>()

/** Repeated requests: the first one is already in the log. */
const repeats = new WeakSet<FastifyRequest>()

export function noteRepeat(request: FastifyRequest): void {
  repeats.add(request)
}

export function noteMade(request: FastifyRequest, data: unknown): void {
  made.set(request, data)
}

/**
 * Hooks of one endpoint that log every write, done or refused, before its reply is sent; and every attempt to sign in,
 * after the reply, so that its time does not reveal whether the name exists. Refusals of anonymous callers are only in
 * the access log: otherwise anybody could fill the database.
 */
export function operationHooks(
  service: Service,
  name: EndpointName,
  accountOf: (request: FastifyRequest) => SignedIn | undefined,
): RouteHooks {
  if (name.startsWith('GET ')) return {}
  if (name === 'POST /session') {
    return { onResponse: async (request, reply) => logged(request, () => writeSignIn(service, request, reply)) }
  }
  return {
    onSend: async (request) => {
      if (repeats.has(request)) return
      await logged(request, () => writeOperation(service, name, accountOf(request), request))
    },
  }
}

async function writeSignIn(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { account } = (request.body ?? {}) as { account?: unknown }
  if (typeof account !== 'string' || reply.statusCode >= 500 || reply.statusCode === 400) return
  const agent = request.headers['user-agent'] ?? ''
  await recordSignIn(service, { name: account, errorCode: problemOf(request), address: request.ip, agent })
}

async function writeOperation(
  service: Service,
  name: EndpointName,
  known: SignedIn | undefined,
  request: FastifyRequest,
): Promise<void> {
  const errorCode = problemOf(request)
  const spec: EndpointSpec = endpoints[name]
  if (errorCode === null && spec.unlogged) return
  // The database cannot be written, or the outcome is unknown.
  if (errorCode === 'service.databaseDown' || errorCode === 'service.storageFull') return
  const account = known ?? (await findSignedIn(service, readToken(request)))
  if (!account && errorCode !== null) return
  await recordOperation(service, {
    account: account && actorOf(account),
    action: name,
    named: { ...bodyOf(request), ...(request.params as Record<string, unknown>), ...idOfMade(name, request) },
    errorCode,
    traceId: request.id,
  })
}

/** The acting account; in a view, the viewer. */
function actorOf({ accountId, userName, key, view }: SignedIn) {
  return view ? { accountId: view.viewerId, userName: view.viewerUserName, key } : { accountId, userName, key }
}

function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
  return typeof body === 'object' && body !== null && !(body instanceof Buffer) ? (body as Record<string, unknown>) : {}
}

/** `POST /stations` made a station, as `POST /stations/form` did: its id is `stationId`. */
function idOfMade(name: EndpointName, request: FastifyRequest): Record<string, unknown> {
  const [, noun] = /^POST \/(\w+)s(?:\/form)?$/.exec(name) ?? []
  const { id } = (made.get(request) ?? {}) as { id?: unknown }
  return noun === undefined || id === undefined ? {} : { [`${noun}Id`]: id }
}

/** A failed log entry must not undo the operation: the failure goes to the service's own log. */
async function logged(request: FastifyRequest, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    request.log.error({ err: error, traceId: request.id }, 'operation was not recorded')
  }
}
