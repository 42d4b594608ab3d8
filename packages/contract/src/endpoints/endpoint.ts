import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import { defaultPageSize, maxPageSize } from '../constants.ts'
import type { StationRight } from '../rights.ts'

/**
 * Who may call: `anyone`; `account` (signed in; reaches own and shared things only, anything else is the same 404);
 * `main` (signed in, but no sub-account); `operator` (signed in with the operator role, and with access to what operators do).
 */
export type Access = 'anyone' | 'account' | 'main' | 'operator'

export interface EndpointSpec {
  access: Access
  /** Right that the caller needs on the station of every thing that the request names by an id; default: view. */
  right?: StationRight
  /** The session must have proved its person again in the last minutes (POST /session/proof). */
  proof?: true
  /** A part of something whose beginning and end stand in the operation log: carried out, it is no line there. */
  unlogged?: true
  summary: string
  params?: TObject
  query?: TObject
  body?: TSchema
  /** The body is an image (JPG or PNG by its bytes), or any other file as bare bytes, instead of JSON. */
  upload?: 'image' | 'file'
  /** Schema of `data` in `{ success: true, data, total? }`; of a download: of nothing. */
  reply: TSchema
  /** The reply is a file instead of the envelope. */
  download?: true
  /** The file is a stream of server-sent events that goes on; `reply`: schema of one event's data. */
  stream?: true
  /** The reply is one page of a longer list and carries `total`. */
  paged?: true
  errors: readonly ErrorCode[]
}

export const page = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: maxPageSize, default: defaultPageSize })),
}

export const Nothing = Type.Null()

export type ParamsOf<E> = E extends { params: infer S extends TSchema } ? Static<S> : undefined
export type QueryOf<E> = E extends { query: infer S extends TSchema } ? Static<S> : undefined
export type BodyOf<E> = E extends { body: infer S extends TSchema } ? Static<S> : undefined
export type ReplyOf<E> = E extends { reply: infer S extends TSchema } ? Static<S> : never
