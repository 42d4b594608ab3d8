import {
  type EndpointName,
  endpoints,
  type EndpointSpec,
  keepsToStations,
  keyScopeOf,
} from '@helioport/contract/endpoints'
import { networkOf } from '@helioport/contract/network-of'
import { maxFileBytes, noAccessState, pageLocaleOf, type StationRight } from '@helioport/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../base/problem.ts'
import { requireProof } from '../base/proof.ts'
import type { Position } from '../base/page-end.ts'
import type { KeyHolder, Quota, SignedIn } from '../base/signed-in.ts'
import type { Service } from '../base/service.ts'
import {
  clearFlow,
  clearToken,
  readBrowser,
  readFlow,
  readToken,
  readWait,
  setBrowser,
  setToken,
  setWait,
} from './cookie.ts'
import { FairShares } from './fair-shares.ts'
import { refuseForeignReader, refuseForeignWrite } from './foreign-write.ts'
import type { Call, FileReply, Handler, Handlers } from './handler.ts'
import { holdQuota, readBearer, requireScope } from './key-door.ts'
import { openPosition, tellPosition } from './position.ts'
import { checkBody, checkText } from './validate.ts'

/** Hooks of the subjects before and after a request's handler; assembled in main/. */
export interface Gate {
  /** The session of a token; null: no valid session. */
  findSignedIn: (token: string | null) => Promise<SignedIn | null>
  /** The holder of an API key, and its rate limit. @throws Problem key.invalid */
  openKey: (key: string) => Promise<{ holder: KeyHolder; quota: Quota }>
  /** The service for reads: reads that may be 5 s old use a replica, unless the account wrote just now. */
  reader: (service: Service, accountId: string) => Promise<Service>
  /** Called after an account's write, before the reply. */
  noteWrite: (service: Service, accountId: string) => Promise<void>
  /** The service, limited to these stations. */
  limit: (service: Service, stationIds: readonly string[]) => Service
  /**
   * Checks the account's right for every id in `named`, within the stations that `service` is limited to.
   * @throws Problem notFound, access.denied
   */
  requireRight: (
    service: Service,
    accountId: string,
    right: StationRight,
    named: Readonly<Record<string, unknown>>,
  ) => Promise<void>
  /** Further hooks of one endpoint; `accountOf` returns the caller. */
  hooksOf: (name: EndpointName, accountOf: (request: FastifyRequest) => SignedIn | undefined) => RouteHooks
  /** Called with the result of a write. */
  noteMade: (request: FastifyRequest, data: unknown) => void
  /** Called for a write that did nothing, because it was a repetition. */
  noteRepeat: (request: FastifyRequest) => void
}

export type RouteHooks = Pick<Parameters<FastifyInstance['route']>[0], 'onSend' | 'onResponse'>

/** Registers every endpoint of the table on `app`, whose prefix is the API's base path. */
export function registerEndpoints(app: FastifyInstance, service: Service, gate: Gate, handlers: Handlers): void {
  const shares = new FairShares()
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    // The table and the handlers have the same keys; one handler's argument type cannot be named for all at once.
    register(app, service, gate, shares, name, handlers[name])
  }
}

/** `GET /stations/:stationId` → method and path. */
export function splitName(name: string): { method: string; path: string } {
  const [method = '', path = ''] = name.split(' ')
  return { method, path }
}

function register(
  app: FastifyInstance,
  service: Service,
  gate: Gate,
  shares: FairShares,
  name: EndpointName,
  handler: Handler<EndpointName>,
) {
  const spec: EndpointSpec = endpoints[name]
  const { method, path } = splitName(name)
  const check = { params: checkText(spec.params), query: checkText(spec.query), body: checkBody(spec.body) }
  const accounts = new WeakMap<FastifyRequest, SignedIn>()
  app.route({
    method: method,
    url: path,
    ...(spec.upload === 'file' && { bodyLimit: maxFileBytes }),
    // A HEAD request would read the stream, which never ends.
    ...(spec.stream && { exposeHeadRoute: false }),
    ...gate.hooksOf(name, (request) => accounts.get(request)),
    // Before the body is read, so that refused callers cost little.
    onRequest: async (request, reply) => {
      const bearer = readBearer(request)
      if (bearer !== null) {
        // With a key, no CSRF checks are needed: a foreign page has no key to send.
        const { holder, quota } = await gate.openKey(bearer)
        accounts.set(request, holder)
        holdQuota(reply, quota)
        requireScope(holder, name, spec)
        return requireAccess(spec, holder)
      }
      if (method !== 'GET') refuseForeignWrite(request)
      if (spec.stream) refuseForeignReader(request)
      if (spec.access === 'anyone') return
      const account = await gate.findSignedIn(readToken(request))
      if (!account) throw new Problem('session.required')
      if (account.view) requireViewable(name, spec)
      requireAccess(spec, account)
      accounts.set(request, account)
    },
    handler: async (request, reply) => {
      checkParams(check.params, request.params)
      refuseNul(request.query)
      check.query(request.query)
      if (spec.upload && !(request.body instanceof Buffer)) throw new Problem('request.unsupportedType')
      check.body(request.body)
      const account = accounts.get(request) ?? null
      const stationIds = account?.key?.stationIds ?? account?.view?.stationIds ?? null
      const reached = stationIds === null ? service : gate.limit(service, stationIds)
      if (account) {
        await checkReach(gate, reached, spec, account.accountId, request)
        if (spec.proof) requireProof(account, service.now())
      }
      const given = account && method === 'GET' ? await gate.reader(reached, account.accountId) : reached
      const { params, query } = request as { params: unknown; query: Record<string, unknown> }
      const whose = [account?.accountId ?? null, stationIds]
      const list = spec.paged ? { key: service.settings.key, whose, name, params, query, now: service.now() } : null
      const near = list && openPosition(list)
      const call = {
        params,
        query,
        body: request.body,
        account,
        connection: { ...connectionOf(request, reply, service.now()), noteRepeat: () => gate.noteRepeat(request) },
      } as Call<EndpointName>
      // Callers without a sign-in are identified by their network address.
      const caller = account?.accountId ?? networkOf(request.ip)
      const family = account ? (account.mainAccountId ?? account.accountId) : null
      const answer = await shares.during(caller, () => handler(given, call), family)
      if (account && method !== 'GET') await gate.noteWrite(service, account.accountId)
      const { file, data, position } = answer as { file?: FileReply; data?: unknown; position?: Position }
      gate.noteMade(request, data)
      if (file) return sendFile(reply, file)
      return { success: true, ...answer, ...(list && { position: tellPosition(list, position, near) }) }
    },
  })
}

/** Endpoints of the session itself that are open while viewing as another account. */
const viewOpens: ReadonlySet<EndpointName> = new Set(['GET /session', 'DELETE /session', 'DELETE /session/view'])
/** Further readable lists: the same for everybody, or covered by the limit to stations. */
const viewReads: ReadonlySet<EndpointName> = new Set([
  'GET /bulletins',
  'GET /bulletins/:bulletinId/file',
  'GET /module-types',
  'GET /pictures/:pictureId',
  'GET /remote-settings/devices',
])

/** A viewer reads only data of their own stations, and writes nothing. @throws Problem session.viewOnly */
function requireViewable(name: EndpointName, spec: EndpointSpec): void {
  if (viewOpens.has(name)) return
  if (keyScopeOf(name, spec) !== 'read' || !(keepsToStations(name, spec) || viewReads.has(name)))
    throw new Problem('session.viewOnly')
}

/** @throws Problem access.denied */
function requireAccess(spec: EndpointSpec, { role, stateName, mainAccountId }: SignedIn): void {
  const isAdmin = role === 'operator' && stateName !== noAccessState
  if (spec.access === 'operator' && !isAdmin) throw new Problem('access.denied')
  if (spec.access === 'main' && mainAccountId !== null) throw new Problem('access.denied')
}

/** Checks the rights that the endpoint table declares. */
async function checkReach(
  { requireRight }: Gate,
  service: Service,
  spec: EndpointSpec,
  accountId: string,
  request: FastifyRequest,
) {
  const hold = (named: unknown) =>
    requireRight(service, accountId, spec.right ?? 'view', named as Record<string, unknown>)
  await hold(request.params)
  // A list without access is empty; a file must be refused.
  if (spec.download) await hold(request.query)
  if (spec.body) await hold(request.body)
}

function sendFile(reply: FastifyReply, { type, name, headers = {}, body }: FileReply): FastifyReply {
  if (name !== undefined) {
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
  }
  // Opened as a page, a file gets an opaque origin and runs no script.
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  return reply.headers(headers).type(type).send(body)
}

/** PostgreSQL accepts no NUL in text; in bodies the JSON parser refuses it. */
function refuseNul(query: unknown): void {
  if (Object.values(query as Record<string, unknown>).some((value) => String(value).includes('\0'))) {
    throw new Problem('request.invalid')
  }
}

/** A malformed id gets the same 404 as an unknown or a foreign one. */
function checkParams(check: (value: unknown) => void, params: unknown): void {
  try {
    check(params)
  } catch {
    throw new Problem('notFound')
  }
}

/** The portal's pages send one plain language; a browser's default header lists several with weights. */
const languageOf = (named: string | undefined) =>
  named !== undefined && /^[a-z]{2,3}(-[A-Z]{2})?$/.test(named) ? pageLocaleOf(named) : null

function connectionOf(request: FastifyRequest, reply: FastifyReply, now: number) {
  return {
    ip: request.ip,
    token: readToken(request),
    browser: readBrowser(request),
    wait: readWait(request),
    flow: readFlow(request),
    clearFlow: () => clearFlow(request, reply),
    userAgent: request.headers['user-agent'] ?? '',
    language: languageOf(request.headers['accept-language']),
    setBrowser: (token: string, expiresAt: number) => setBrowser(request, reply, token, expiresAt - now),
    setWait: (ticket: string, expiresAt: number) => setWait(request, reply, ticket, expiresAt - now),
    setToken: (token: string, expiresAt: number) => setToken(request, reply, token, expiresAt - now),
    clearToken: () => clearToken(request, reply),
  }
}
