import axios, { AxiosError } from 'axios'
import { apiBasePath, requestTimeoutMs, traceHeader, traceHeaderOf, traceIdOf } from '@helioport/contract'
import { ApiError } from './api-error.ts'

/** The one axios instance; every status is read as an envelope, so none of them rejects. */
export const http = axios.create({
  baseURL: apiBasePath,
  timeout: requestTimeoutMs,
  headers: { 'X-Requested-With': 'XMLHttpRequest' },
  // No cookie holds a token for scripts. Asking the browser for one holds each call up until it has answered.
  withXSRFToken: false,
  validateStatus: () => true,
})

/** Every log finds the call by this id, from here to the database. */
http.interceptors.request.use((config) => {
  config.headers.set(traceHeader, traceHeaderOf(crypto.getRandomValues(new Uint8Array(24))))
  return config
})

/** Says with each call in which language the pages are read: mails are written in it. */
export function sayLocale(locale: string): void {
  http.defaults.headers.common['Accept-Language'] = locale
}

/** Why no reply arrived. */
export function transportError(error: unknown): unknown {
  if (!(error instanceof AxiosError)) return error
  const timedOut = error.code === AxiosError.ECONNABORTED || error.code === AxiosError.ETIMEDOUT
  const trace = traceIdOf(String(error.config?.headers.get(traceHeader) ?? ''))
  return new ApiError(timedOut ? 'client.timeout' : 'client.offline', 0, trace ?? '')
}
