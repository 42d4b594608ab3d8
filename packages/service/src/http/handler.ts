import type { PageLocale } from '@helioport/contract'
import type { BodyOf, EndpointName, Endpoints, ParamsOf, QueryOf, ReplyOf } from '@helioport/contract/endpoints'
import type { Readable } from 'node:stream'
import type { SignedIn } from '../base/signed-in.ts'
import type { Service } from '../base/service.ts'

/** What a handler may do with the connection itself. */
interface Connection {
  /** Address of the caller. */
  ip: string
  /** Opaque session token of the cookie, if any. */
  token: string | null
  /** Token by which an account knows this browser from a sign-in before. */
  browser: string | null
  /** Token of a sign-in at a company that began in this browser. */
  flow: string | null
  clearFlow: () => void
  userAgent: string
  /** The language of the page that asks; null: it does not say, or is none of ours. */
  language: PageLocale | null
  /** What a former refusal gave the caller to come back with. */
  wait: string | null
  setBrowser: (token: string, expiresAt: number) => void
  setWait: (ticket: string, expiresAt: number) => void
  setToken: (token: string, expiresAt: number) => void
  clearToken: () => void
  /** The request came before and was carried out then: nothing was done now. */
  noteRepeat: () => void
}

export interface Call<K extends EndpointName> {
  params: ParamsOf<Endpoints[K]>
  query: QueryOf<Endpoints[K]>
  /** Bytes where the endpoint takes an upload. */
  body: Endpoints[K] extends { upload: string } ? Buffer : BodyOf<Endpoints[K]>
  /** Who calls; absent only where anyone may. */
  account: Endpoints[K] extends { access: 'anyone' } ? null : SignedIn
  connection: Connection
}

/** A reply that is a file; `name` makes the browser save it under that name. */
export interface FileReply {
  type: string
  name?: string
  headers?: Readonly<Record<string, string>>
  body: Readable | Buffer
}

type Answer<K extends EndpointName> = Endpoints[K] extends { download: true }
  ? { file: FileReply }
  : Endpoints[K] extends { paged: true }
    ? { data: ReplyOf<Endpoints[K]>; total: number }
    : { data: ReplyOf<Endpoints[K]> }

export type Handler<K extends EndpointName> = (service: Service, call: Call<K>) => Promise<Answer<K>>

/** One handler per endpoint: a missing one is a type error. */
export type Handlers<K extends EndpointName = EndpointName> = { [N in K]: Handler<N> }
