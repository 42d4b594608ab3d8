import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readBearer } from './key-door.ts'

/** __Host- ties the cookie to this host and to https; browsers refuse it on plain http. */
const nameOn = (request: FastifyRequest) =>
  request.protocol === 'https' ? '__Host-helioport_session' : 'helioport_session'

const options = (request: FastifyRequest): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'strict',
  secure: request.protocol === 'https',
})

/** Max-Age instead of Expires: a wrong clock of the browser does not change the lifetime. */
const lasting = (ms: number): CookieSerializeOptions => ({ maxAge: Math.max(0, Math.ceil(ms / 1000)) })

const browserNameOn = (request: FastifyRequest) =>
  request.protocol === 'https' ? '__Host-helioport_browser' : 'helioport_browser'

export function readBrowser(request: FastifyRequest): string | null {
  return request.cookies[browserNameOn(request)] ?? null
}

export function setBrowser(request: FastifyRequest, reply: FastifyReply, token: string, lastsMs: number): void {
  reply.setCookie(browserNameOn(request), token, { ...options(request), ...lasting(lastsMs) })
}

const flowNameOn = (request: FastifyRequest) =>
  request.protocol === 'https' ? '__Host-helioport_openid' : 'helioport_openid'

/** Cookie of an OpenID sign-in: `lax`, because the redirect back comes from another site. */
const flowOptions = (request: FastifyRequest): CookieSerializeOptions => ({ ...options(request), sameSite: 'lax' })

export function readFlow(request: FastifyRequest): string | null {
  return request.cookies[flowNameOn(request)] ?? null
}

export function setFlow(request: FastifyRequest, reply: FastifyReply, token: string, lastsMs: number): void {
  reply.setCookie(flowNameOn(request), token, { ...flowOptions(request), ...lasting(lastsMs) })
}

export function clearFlow(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(flowNameOn(request), flowOptions(request))
}

const waitNameOn = (request: FastifyRequest) =>
  request.protocol === 'https' ? '__Host-helioport_wait' : 'helioport_wait'

export function readWait(request: FastifyRequest): string | null {
  return request.cookies[waitNameOn(request)] ?? null
}

export function setWait(request: FastifyRequest, reply: FastifyReply, ticket: string, lastsMs: number): void {
  reply.setCookie(waitNameOn(request), ticket, { ...options(request), ...lasting(lastsMs) })
}

/** Null also where the request carries an API key: the rights of session and key are never combined. */
export function readToken(request: FastifyRequest): string | null {
  if (readBearer(request) !== null) return null
  return request.cookies[nameOn(request)] ?? null
}

export function setToken(request: FastifyRequest, reply: FastifyReply, token: string, lastsMs: number): void {
  reply.setCookie(nameOn(request), token, { ...options(request), ...lasting(lastsMs) })
}

export function clearToken(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameOn(request), options(request))
}
