import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import { defaultPageSize, maxPageSize } from '../constants.ts'

/**
 * Who may call: `anyone`; `account` (signed in, own and shared data only; anything else is the same 404);
 * `operator` (signed in with the operator role).
 */
export type Access = 'anyone' | 'account' | 'operator'

export interface EndpointSpec {
  access: Access
  summary: string
  params?: TObject
  query?: TObject
  body?: TSchema
  /** Schema of `data` in `{ success: true, data, total? }`. */
  reply: TSchema
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
