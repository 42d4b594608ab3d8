import type { PageLocale } from '@helioport/contract'
import type { BodyOf, EndpointName, Endpoints, ParamsOf, QueryOf, ReplyOf } from '@helioport/contract/endpoints'
import type { Readable } from 'node:stream'
import type { Position } from '../base/page-end.ts'
import type { SignedIn } from '../base/signed-in.ts'
import type { Service } from '../base/service.ts'

/** The handler's access to the HTTP connection. */
interface Connection {
  /** Address of the caller. */
  ip: string
  /** Opaque session token of the cookie, if any. */
  token: string | null
  /** Token that identifies this browser from an earlier sign-in of the account. */
  browser: string | null
  /** Token of an OpenID sign-in that began in this browser. */
  flow: string | null
  clearFlow: () => void
  userAgent: string
  /** Language of the calling page; null: not given, or not supported. */
  language: PageLocale | null
  /** Waiting ticket from an earlier refusal. */
  wait: string | null
  setBrowser: (token: string, expiresAt: number) => void
  setWait: (ticket: string, expiresAt: number) => void
  setToken: (token: string, expiresAt: number) => void
  clearToken: () => void
  /** Notes that the request is a repetition that was already carried out: nothing was done now. */
  noteRepeat: () => void
}

export interface Call<K extends EndpointName> {
  params: ParamsOf<Endpoints[K]>
  query: QueryOf<Endpoints[K]>
  /** A Buffer where the endpoint takes an upload. */
  body: Endpoints[K] extends { upload: string } ? Buffer : BodyOf<Endpoints[K]>
  /** The caller; null only for endpoints open to anyone. */
  account: Endpoints[K] extends { access: 'anyone' } ? null : SignedIn
  connection: Connection
}

/** A file as the reply; with `name` the browser saves it under that name. */
export interface FileReply {
  type: string
  name?: string
  headers?: Readonly<Record<string, string>>
  body: Readable | Buffer
}

type Answer<K extends EndpointName> = Endpoints[K] extends { download: true }
  ? { file: FileReply }
  : Endpoints[K] extends { paged: true }
    ? { data: ReplyOf<Endpoints[K]>; total: number; position?: Position | undefined }
    : { data: ReplyOf<Endpoints[K]> }

export type Handler<K extends EndpointName> = (service: Service, call: Call<K>) => Promise<Answer<K>>

/** One handler per endpoint: a missing one is a type error. */
export type Handlers<K extends EndpointName = EndpointName> = { [N in K]: Handler<N> }
