import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import { defaultPageSize, maxPageSize } from '../constants.ts'
import type { StationRight } from '../rights.ts'

/**
 * Who may call: `anyone`; `account` (signed in; sees only own and shared objects, all others answer with the same 404);
 * `main` (signed in, not a sub-account); `operator` (signed in with the operator role and operator access).
 */
export type Access = 'anyone' | 'account' | 'main' | 'operator'

export interface EndpointSpec {
  access: Access
  /** Right that the caller needs on the station of every object whose id the request names; default: view. */
  right?: StationRight
  /** The person must have confirmed their identity in the last minutes (POST /session/proof). */
  proof?: true
  /** One step of a process whose start and end are in the operation log; a successful call is not logged. */
  unlogged?: true
  summary: string
  params?: TObject
  query?: TObject
  body?: TSchema
  /** The body is raw bytes instead of JSON: an image (JPG or PNG, detected by content), or any other file. */
  upload?: 'image' | 'file'
  /** Schema of `data` in `{ success: true, data, total? }`; unused for a download. */
  reply: TSchema
  /** The reply is a file instead of the envelope. */
  download?: true
  /** The file is an open stream of server-sent events; `reply`: schema of one event's data. */
  stream?: true
  /** The reply is one page of a longer list and carries `total`. */
  paged?: true
  errors: readonly ErrorCode[]
}

export const page = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: maxPageSize, default: defaultPageSize })),
}

/** Of a list in which reading a middle page by number would read all rows before it. */
export const longPage = {
  ...page,
  /** The `position` from the reply of another page of the list: if it is near, the page is read from there. */
  near: Type.Optional(Type.String({ maxLength: 2000 })),
}

export const Nothing = Type.Null()

export type ParamsOf<E> = E extends { params: infer S extends TSchema } ? Static<S> : undefined
export type QueryOf<E> = E extends { query: infer S extends TSchema } ? Static<S> : undefined
export type BodyOf<E> = E extends { body: infer S extends TSchema } ? Static<S> : undefined
export type ReplyOf<E> = E extends { reply: infer S extends TSchema } ? Static<S> : never
