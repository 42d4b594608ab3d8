import axios, { AxiosError } from 'axios'
import { apiBasePath, requestTimeoutMs, traceHeader, traceHeaderOf, traceIdOf } from '@helioport/contract'
import { ApiError } from './api-error.ts'

/** The only axios instance. Every status is read as an envelope, so no status rejects. */
export const http = axios.create({
  baseURL: apiBasePath,
  timeout: requestTimeoutMs,
  headers: { 'X-Requested-With': 'XMLHttpRequest' },
  // No cookie holds a token for scripts, and reading the cookies would delay each call.
  withXSRFToken: false,
  validateStatus: () => true,
})

/** Every log, from the browser to the database, identifies the call by this id. */
http.interceptors.request.use((config) => {
  config.headers.set(traceHeader, traceHeaderOf(crypto.getRandomValues(new Uint8Array(24))))
  return config
})

/** Sends the language of the pages with each call: mails are written in it. */
export function sayLocale(locale: string): void {
  http.defaults.headers.common['Accept-Language'] = locale
}

/** The language of `sayLocale`. */
export const sentLocale = (): unknown => http.defaults.headers.common['Accept-Language']

/** Converts a failure without a reply to an ApiError; other errors are returned as they are. */
export function transportError(error: unknown): unknown {
  if (!(error instanceof AxiosError)) return error
  const timedOut = error.code === AxiosError.ECONNABORTED || error.code === AxiosError.ETIMEDOUT
  const trace = traceIdOf(String(error.config?.headers.get(traceHeader) ?? ''))
  return new ApiError(timedOut ? 'client.timeout' : 'client.offline', 0, trace ?? '')
}
