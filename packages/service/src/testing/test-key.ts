import type { ApiKeyInput } from '@helioport/contract'
import type { InjectOptions } from 'fastify'
import { type Person, proved, type TestPortal } from './test-portal.ts'

/** A person's API key as a program uses it: raw requests, without a cookie and a browser's headers. */
export interface TestKey {
  id: string
  key: string
  get: (path: string, headers?: Record<string, string>) => ReturnType<typeof answer>
  send: (
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    headers?: Record<string, string>,
  ) => ReturnType<typeof answer>
}

/** Makes a key through the API in a proved session; default: all stations, 30 days. */
export async function makeTestKey(
  portal: TestPortal,
  person: Person,
  input: Partial<ApiKeyInput> = {},
): Promise<TestKey> {
  const body = { name: 'Script', scopes: ['read' as const], stationIds: null, days: 30, ...input }
  const { data, errorCode } = await proved(portal, person).call('POST /api-keys', { body })
  if (errorCode !== undefined) throw new Error(`no key: ${errorCode}`)
  return withKey(portal, data)
}

export function withKey(portal: TestPortal, { id, key }: { id: string; key: string }): TestKey {
  const authorization = `Bearer ${key}`
  return {
    id,
    key,
    get: (path, headers = {}) => answer(portal, { method: 'GET', url: path, headers: { authorization, ...headers } }),
    send: (method, path, payload, headers = {}) =>
      answer(portal, { method, url: path, headers: { authorization, ...headers }, ...(payload && { payload }) }),
  }
}

async function answer(portal: TestPortal, request: InjectOptions & { url: string }) {
  const url = request.url.startsWith('/api/') ? request.url : `/api/web/v1${request.url}`
  const response = await portal.app.inject({ ...request, url })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const body = isJson ? response.json<{ data?: never; errorCode?: string }>() : {}
  return { status: response.statusCode, errorCode: body.errorCode, data: body.data, response }
}
