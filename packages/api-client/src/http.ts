import { apiBasePath, requestTimeoutMs, traceHeader, traceHeaderOf, traceIdOf } from '@helioport/contract'
import { ApiError } from './api-error.ts'

export interface HttpRequest {
  method: string
  /** Below the base address of the service. */
  path: string
  query?: object | undefined
  /** A `Blob` goes as the file that it is, everything else as JSON. */
  body?: unknown
  timeoutMs?: number
  signal?: AbortSignal | undefined
}

export interface HttpReply {
  status: number
  /** What was sent as JSON; the text where it is none. */
  body: unknown
  retryAfter: string | null
}

/** How requests are sent; tests put another address or another way in its place. */
export const http = { base: apiBasePath, timeoutMs: requestTimeoutMs, locale: '', send: sendByBrowser }

/** Says with each call in which language the pages are read: mails are written in it. */
export function sayLocale(locale: string): void {
  http.locale = locale
}

function queryOf(values: object = {}): string {
  const given = Object.entries(values).flatMap(([key, value]) => (value == null ? [] : [[key, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Any status is a reply. Rejects with `ApiError` where none arrived, and with `signal.reason` where it was aborted. */
function sendByBrowser(asked: HttpRequest): Promise<HttpReply> {
  const { method, path, query, body, signal } = asked
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open(method, `${http.base}${path}${queryOf(query)}`)
    request.timeout = asked.timeoutMs ?? http.timeoutMs
    // A foreign page cannot set it.
    request.setRequestHeader('X-Requested-With', 'XMLHttpRequest')
    if (http.locale !== '') request.setRequestHeader('Accept-Language', http.locale)
    // Every log finds the call by this id, from here to the database.
    const trace = traceHeaderOf(crypto.getRandomValues(new Uint8Array(24)))
    request.setRequestHeader(traceHeader, trace)
    const isFile = body instanceof Blob
    if (body !== undefined) request.setRequestHeader('Content-Type', isFile ? body.type : 'application/json')
    const abort = () => request.abort()
    const failure = (code: 'client.timeout' | 'client.offline') => new ApiError(code, 0, traceIdOf(trace) ?? '')
    request.addEventListener('load', () => {
      const retryAfter = request.getResponseHeader('Retry-After')
      resolve({ status: request.status, body: readBody(request.responseText), retryAfter })
    })
    request.addEventListener('error', () => reject(failure('client.offline')))
    request.addEventListener('timeout', () => reject(failure('client.timeout')))
    request.addEventListener('abort', () => reject(signal?.reason ?? failure('client.offline')))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    signal?.addEventListener('abort', abort)
    request.send(isFile ? body : body === undefined ? null : JSON.stringify(body))
  })
}
