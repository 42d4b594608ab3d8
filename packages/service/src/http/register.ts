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
import { checkBody, checkText } from './validate.ts'

/** What the subjects say about a request before and after its handler; put together in main/. */
export interface Gate {
  /** Whose session the token is of; null: of none that counts. */
  findSignedIn: (token: string | null) => Promise<SignedIn | null>
  /** Whose key it is, and what it has left. @throws Problem key.invalid */
  openKey: (key: string) => Promise<{ holder: KeyHolder; quota: Quota }>
  /** The same service for who reads: of a replica what may be 5 s old, unless the account wrote just now. */
  reader: (service: Service, accountId: string) => Promise<Service>
  /** Hears that an account wrote, before it is answered. */
  noteWrite: (service: Service, accountId: string) => Promise<void>
  /** The same service, in which no other stations are within reach. */
  limit: (service: Service, stationIds: readonly string[]) => Service
  /**
   * Holds every id in `named` against the rights of the account, within what `service` is limited to.
   * @throws Problem notFound, access.denied
   */
  requireRight: (
    service: Service,
    accountId: string,
    right: StationRight,
    named: Readonly<Record<string, unknown>>,
  ) => Promise<void>
  /** Hooks of one endpoint besides; `accountOf` names who called it. */
  hooksOf: (name: EndpointName, accountOf: (request: FastifyRequest) => SignedIn | undefined) => RouteHooks
  /** Hears what a write made. */
  noteMade: (request: FastifyRequest, data: unknown) => void
  /** Hears of a write that did nothing, because it came before. */
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
    // It would be read to an end that does not come.
    ...(spec.stream && { exposeHeadRoute: false }),
    ...gate.hooksOf(name, (request) => accounts.get(request)),
    // Before the body is read: who may not call costs nothing.
    onRequest: async (request, reply) => {
      const bearer = readBearer(request)
      if (bearer !== null) {
        // A page of another site has no key to send: what keeps it from a person's cookie is not asked for.
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
      const call = {
        params: request.params,
        query: request.query,
        body: request.body,
        account,
        connection: { ...connectionOf(request, reply, service.now()), noteRepeat: () => gate.noteRepeat(request) },
      } as Call<EndpointName>
      // Whoever is not signed in is known by the address alone.
      const caller = account?.accountId ?? networkOf(request.ip)
      const family = account ? (account.mainAccountId ?? account.accountId) : null
      const answer = await shares.during(caller, () => handler(given, call), family)
      if (account && method !== 'GET') await gate.noteWrite(service, account.accountId)
      const { file, data } = answer as { file?: FileReply; data?: unknown }
      gate.noteMade(request, data)
      return file ? sendFile(reply, file) : { success: true, ...answer }
    },
  })
}

/** What can be asked in a session that looks as somebody else. */
const viewOpens: ReadonlySet<EndpointName> = new Set(['GET /session', 'DELETE /session', 'DELETE /session/view'])
/** Lists that are the same for everybody, or that the limit to stations holds besides. */
const viewReads: ReadonlySet<EndpointName> = new Set([
  'GET /bulletins',
  'GET /bulletins/:bulletinId/file',
  'GET /module-types',
  'GET /pictures/:pictureId',
  'GET /remote-settings/devices',
])

/** Who looks as another account reads what lies at their own stations, and writes nothing. @throws Problem session.viewOnly */
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

/** What the table declares about rights, held in one place for every endpoint. */
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
  // A list of nothing can be empty; a file cannot.
  if (spec.download) await hold(request.query)
  if (spec.body) await hold(request.body)
}

function sendFile(reply: FastifyReply, { type, name, headers = {}, body }: FileReply): FastifyReply {
  if (name !== undefined) {
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
  }
  // Opened as a page of its own, a file has no origin and runs nothing.
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  return reply.headers(headers).type(type).send(body)
}

/** No text that PostgreSQL stores or compares holds a NUL; in a body the JSON parser refuses it. */
function refuseNul(query: unknown): void {
  if (Object.values(query as Record<string, unknown>).some((value) => String(value).includes('\0'))) {
    throw new Problem('request.invalid')
  }
}

/** An id that is none names nothing: the same 404 as an unknown or a foreign one. */
function checkParams(check: (value: unknown) => void, params: unknown): void {
  try {
    check(params)
  } catch {
    throw new Problem('notFound')
  }
}

/** A page names the one language that it is read in; a browser by itself names several, with weights. */
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
