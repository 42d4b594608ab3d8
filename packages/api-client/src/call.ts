import { addressOf } from './address.ts'
import type { ArgsOf, EndpointName, Reply } from './endpoint-types.ts'
import { ApiError } from './api-error.ts'
import { forgetEarlyReads, takeEarlyReply } from './early-reads.ts'
import { readEnvelope, type Result } from './envelope.ts'
import { http, transportError } from './http.ts'
import { forgetPositions, keepPosition, nearestPosition } from './positions.ts'

type Values = Record<string, string | number | boolean | undefined>

let signedOut: (() => void) | undefined

/** Registers a listener for the service's reply that nobody is signed in; returns the function that removes it. */
export function onSignedOut(listener: () => void): () => void {
  signedOut = listener
  return () => {
    if (signedOut === listener) signedOut = undefined
  }
}

let askProof: (() => Promise<boolean>) | undefined

/**
 * Registers the function that asks the person for a proof when a write requires one; it resolves to whether the proof
 * was given. Returns the function that removes it. After the proof the write is sent again. Without a registered
 * function or without the proof, the write rejects with `session.proofRequired`.
 */
export function onProofRequired(ask: () => Promise<boolean>): () => void {
  askProof = ask
  return () => {
    if (askProof === ask) askProof = undefined
  }
}

/** An upload may take as long as the connection needs; the usual time-out limits the service's work alone. */
const uploadTimeoutMs = 60_000
const uploadOf = (file: Blob) => ({ headers: { 'Content-Type': file.type }, timeout: uploadTimeoutMs })

/** Puts the parameters, each encoded, into a template such as `/stations/:stationId`. */
export function pathOf(template: string, params: Values = {}): string {
  return template.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
}

/**
 * One call of the endpoint table. Rejects with `ApiError`.
 * An aborted call rejects with `signal.reason`.
 */
export async function call<N extends EndpointName>(name: N, ...[args]: ArgsOf<N>): Promise<Result<Reply<N>>> {
  return callWith(name, args, undefined)
}

interface AnyArgs {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** Writes in flight, and the number of ended ones: a write may give the session a new token. */
const writes = new Set<Promise<unknown>>()
let endedWrites = 0

export async function callWith<N extends EndpointName>(
  name: N,
  args: AnyArgs | undefined,
  signal: AbortSignal | undefined,
): Promise<Result<Reply<N>>> {
  if (!name.startsWith('GET ')) {
    return write(name, args, signal).catch(async (error: unknown) => {
      const isProofMissing = error instanceof ApiError && error.code === 'session.proofRequired'
      if (!isProofMissing || !(await askProof?.())) throw error
      return write(name, args, signal)
    })
  }
  const before = endedWrites
  return ask(name, args, signal)
    .catch(async (error: unknown) => {
      // While this read was in flight with the old token, a write gave the session a new one: a retry will be answered.
      if (!isSignedOut(error) || (writes.size === 0 && endedWrites === before)) throw error
      await Promise.allSettled(writes)
      return ask(name, args, signal)
    })
    .catch(toldSignedOut)
}

async function write<N extends EndpointName>(
  name: N,
  args: AnyArgs | undefined,
  signal: AbortSignal | undefined,
): Promise<Result<Reply<N>>> {
  const sent = ask(name, args, signal).catch(toldSignedOut)
  writes.add(sent)
  return sent.finally(() => {
    writes.delete(sent)
    endedWrites += 1
    forgetEarlyReads()
  })
}

const isSignedOut = (error: unknown) => error instanceof ApiError && error.code === 'session.required'

function toldSignedOut(error: unknown): never {
  if (isSignedOut(error)) signedOut?.()
  throw error
}

async function ask<N extends EndpointName>(
  name: N,
  args: AnyArgs | undefined,
  signal: AbortSignal | undefined,
): Promise<Result<Reply<N>>> {
  const near = args?.query === undefined ? undefined : nearestPosition(name, args)
  const asked = near === undefined ? args : { ...args, query: { ...(args?.query as Values), near } }
  return send(name, asked, signal, args).catch((error: unknown) => {
    // The previous version of the service does not know this parameter.
    if (near === undefined || !(error instanceof ApiError) || error.code !== 'request.invalid') throw error
    forgetPositions()
    return send(name, args, signal, args)
  })
}

async function send<N extends EndpointName>(
  name: N,
  args: AnyArgs | undefined,
  signal: AbortSignal | undefined,
  /** The arguments without `near`: they identify the list. */
  list: AnyArgs | undefined,
): Promise<Result<Reply<N>>> {
  const [method = 'GET', template = '/'] = name.split(' ')
  const url = pathOf(template, args?.params as Values | undefined)
  const early = method === 'GET' ? takeEarlyReply(addressOf(url, args?.query as Values | undefined)) : undefined
  const reply = early && (await early)
  if (reply !== undefined && !signal?.aborted) {
    if (list) keepPosition(name, list, reply.body)
    return readEnvelope<Reply<N>>(reply.body, reply.status, reply.retryAfter)
  }
  const response = await http
    .request<unknown>({
      method,
      url,
      params: args?.query,
      ...(args?.body === undefined ? {} : { data: args.body }),
      ...(args?.body instanceof Blob ? uploadOf(args.body) : {}),
      ...(signal ? { signal } : {}),
    })
    .catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : transportError(error)
    })
  if (list) keepPosition(name, list, response.data)
  return readEnvelope<Reply<N>>(response.data, response.status, response.headers['retry-after'])
}
