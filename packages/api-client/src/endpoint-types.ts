import type { BodyOf, EndpointName, Endpoints, ParamsOf, QueryOf, ReplyOf } from '@helioport/contract/endpoints'

type Part<Key extends string, T> = [T] extends [undefined]
  ? { [K in Key]?: never }
  : Record<string, never> extends T
    ? { [K in Key]?: T }
    : { [K in Key]: T }

/** An endpoint that takes a file is sent the file itself. */
type SentOf<E> = E extends { upload: string } ? Blob : BodyOf<E>

/** Path parameters, query and body of one endpoint, each only if the endpoint has it. */
export type Args<N extends EndpointName> = Part<'params', ParamsOf<Endpoints[N]>> &
  Part<'query', QueryOf<Endpoints[N]>> &
  Part<'body', SentOf<Endpoints[N]>>

export type Reply<N extends EndpointName> = ReplyOf<Endpoints[N]>

/** The argument list of a call: optional if the endpoint needs no arguments. */
export type ArgsOf<N extends EndpointName> = Record<string, never> extends Args<N> ? [args?: Args<N>] : [args: Args<N>]

type Method<N> = N extends `${infer M} ${string}` ? M : never

/** Endpoints that only read. */
export type ReadName = { [N in EndpointName]: Method<N> extends 'GET' ? N : never }[EndpointName]

/** Endpoints that change something. */
export type WriteName = Exclude<EndpointName, ReadName>

export type { EndpointName }
