import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { type AxiosAdapter, AxiosError, type InternalAxiosRequestConfig } from 'axios'
import type { ReactNode } from 'react'
import { ApiProvider } from './api-provider.tsx'
import { http } from './http.ts'
import { forgetKeptReads, keepReadsFor } from './kept-reads.ts'
import { createQueryClient, isTransient } from './query-client.ts'
import { ApiError } from './api-error.ts'
import { useEndpoint } from './use-endpoint.ts'
import { useWholeList } from './use-whole-list.ts'
import { useSend } from './use-send.ts'

let asked: InternalAxiosRequestConfig[] = []
let bodies: Record<string, unknown> = {}
const before = http.defaults.adapter

const adapter: AxiosAdapter = async (config) => {
  asked.push(config)
  const page = String((config.params as { page?: number } | undefined)?.page ?? 1)
  const data = bodies[`${config.method?.toUpperCase()} ${config.url} ${page}`] ?? { success: true, data: null }
  return { data, status: 200, statusText: 'OK', headers: {}, config }
}

beforeEach(() => {
  asked = []
  bodies = {}
  http.defaults.adapter = adapter
})

afterEach(() => {
  cleanup()
  http.defaults.adapter = before as AxiosAdapter
})

function wrapper() {
  const client = createQueryClient()
  return ({ children }: { children: ReactNode }) => <ApiProvider client={client}>{children}</ApiProvider>
}

test('loads data and total; the former page’s data stay while another page loads', async () => {
  bodies = {
    'GET /stations 1': { success: true, data: [{ id: 'a' }], total: 2 },
    'GET /stations 2': { success: true, data: [{ id: 'b' }], total: 2 },
  }
  const { result, rerender } = renderHook(({ page }) => useEndpoint('GET /stations', { query: { page } }), {
    wrapper: wrapper(),
    initialProps: { page: 1 },
  })
  expect(result.current).toMatchObject({ isLoading: true, data: undefined, updatedAt: 0 })
  await waitFor(() => expect(result.current.data).toEqual([{ id: 'a' }]))
  expect(result.current).toMatchObject({ total: 2, isLoading: false, isPrevious: false })
  rerender({ page: 2 })
  expect(result.current).toMatchObject({ data: [{ id: 'a' }], isPrevious: true, isLoading: false })
  await waitFor(() => expect(result.current.data).toEqual([{ id: 'b' }]))
  expect(result.current.isPrevious).toBe(false)
})

test('a list that is read as a whole has the rows of all its pages, 2,000 at most', async () => {
  const rows = (page: number, count: number) => Array.from({ length: count }, (_, nth) => ({ id: `${page}-${nth}` }))
  bodies = {
    'GET /devices 1': { success: true, data: rows(1, 200), total: 450 },
    'GET /devices 2': { success: true, data: rows(2, 200), total: 450 },
    'GET /devices 3': { success: true, data: rows(3, 50), total: 450 },
    ...Object.fromEntries(
      Array.from({ length: 11 }, (_, nth) => [
        `GET /loggers ${nth + 1}`,
        { success: true, data: rows(nth + 1, 200), total: 2_150 },
      ]),
    ),
  }
  const devices = renderHook(() => useWholeList('GET /devices', { query: { stationId: 'a' } }), {
    wrapper: wrapper(),
  })
  await waitFor(() => expect(devices.result.current.data).toHaveLength(450))
  expect(asked.map(({ params }) => params as unknown)).toEqual(
    [1, 2, 3].map((page) => ({ stationId: 'a', page, pageSize: 200 })),
  )
  const loggers = renderHook(() => useWholeList('GET /loggers', {}), { wrapper: wrapper() })
  await waitFor(() => expect(loggers.result.current.data).toHaveLength(2_000))
  expect(loggers.result.current.total).toBe(2_150)
})

test('a refused read becomes the error and is not retried', async () => {
  bodies = { 'GET /account 1': { success: false, errorCode: 'access.denied', traceId: 't' } }
  const { result } = renderHook(() => useEndpoint('GET /account'), { wrapper: wrapper() })
  await waitFor(() => expect(result.current.error?.code).toBe('access.denied'))
  expect(asked).toHaveLength(1)
})

test('keeps the error of a failed read while it is retried, until a read succeeds or another takes its place', async () => {
  bodies = { 'GET /stations 1': { success: false, errorCode: 'access.denied', traceId: 't' } }
  const { result, rerender } = renderHook(({ page }) => useEndpoint('GET /stations', { query: { page } }), {
    wrapper: wrapper(),
    initialProps: { page: 1 },
  })
  await waitFor(() => expect(result.current.error?.code).toBe('access.denied'))
  let answer = () => {}
  const answered = new Promise<void>((done) => (answer = done))
  http.defaults.adapter = async (config) => {
    await answered
    return adapter(config)
  }
  act(() => result.current.refetch())
  await waitFor(() => expect(result.current.isFetching).toBe(true))
  expect(result.current).toMatchObject({ error: { code: 'access.denied' }, isLoading: false })
  rerender({ page: 2 })
  expect(result.current).toMatchObject({ error: undefined, isLoading: true })
  rerender({ page: 1 })
  bodies = { 'GET /stations 1': { success: true, data: [{ id: 'a' }], total: 1 } }
  answer()
  await waitFor(() => expect(result.current.data).toEqual([{ id: 'a' }]))
  expect(result.current.error).toBeUndefined()
})

test('status "error" gives neither data nor an error', async () => {
  bodies = { 'GET /account 1': { status: 'error' } }
  const { result } = renderHook(() => useEndpoint('GET /account'), { wrapper: wrapper() })
  await waitFor(() => expect(result.current.updatedAt).toBeGreaterThan(0))
  expect(result.current).toMatchObject({ data: undefined, error: undefined, isLoading: false })
})

test('a double click sends a write once; it can be sent again when it is done', async () => {
  const { result } = renderHook(() => useSend('DELETE /devices/:deviceId'), { wrapper: wrapper() })
  const remove = (deviceId: string) => result.current.send({ params: { deviceId } })
  await act(() => Promise.all([remove('a'), remove('a'), remove('b')]))
  expect(asked.map(({ url }) => url)).toEqual(['/devices/a', '/devices/b'])
  await act(() => remove('a'))
  expect(asked).toHaveLength(3)
})

test('sends a write once and refetches the reads that it names', async () => {
  bodies = { 'GET /account 1': { success: true, data: { nickname: 'old' } } }
  const { result } = renderHook(
    () => ({
      account: useEndpoint('GET /account'),
      save: useSend('DELETE /session', { refreshes: ['GET /account'] }),
    }),
    { wrapper: wrapper() },
  )
  await waitFor(() => expect(result.current.account.data).toBeDefined())
  bodies = { 'GET /account 1': { success: true, data: { nickname: 'new' } } }
  await act(() => result.current.save.send())
  await waitFor(() => expect(result.current.account.data).toEqual({ nickname: 'new' }))
  expect(asked.filter((config) => config.method === 'delete')).toHaveLength(1)
})

test('a write that timed out still refetches the reads that it names', async () => {
  bodies = { 'GET /account 1': { success: true, data: { nickname: 'old' } } }
  const { result } = renderHook(
    () => ({
      account: useEndpoint('GET /account'),
      save: useSend('DELETE /session', { refreshes: ['GET /account'] }),
    }),
    { wrapper: wrapper() },
  )
  await waitFor(() => expect(result.current.account.data).toBeDefined())
  bodies = { 'GET /account 1': { success: true, data: { nickname: 'new' } } }
  http.defaults.adapter = async (config) => {
    if (config.method === 'delete') throw new AxiosError('lost', AxiosError.ECONNABORTED, config)
    return adapter(config)
  }
  await act(async () => {
    await expect(result.current.save.send()).rejects.toMatchObject({ code: 'client.timeout' })
  })
  await waitFor(() => expect(result.current.account.data).toEqual({ nickname: 'new' }))
})

test('a refused write keeps its error until it is reset', async () => {
  bodies = { 'DELETE /session 1': { success: false, errorCode: 'conflict' } }
  const { result } = renderHook(() => useSend('DELETE /session'), { wrapper: wrapper() })
  await act(async () => {
    await expect(result.current.send()).rejects.toMatchObject({ code: 'conflict' })
  })
  await waitFor(() => expect(result.current.error?.code).toBe('conflict'))
  act(() => result.current.reset())
  await waitFor(() => expect(result.current.error).toBeUndefined())
})

test('only transient errors are retried', () => {
  expect(isTransient(new ApiError('client.timeout', 0))).toBe(true)
  expect(isTransient(new ApiError('service.databaseDown', 503))).toBe(true)
  expect(isTransient(new ApiError('notFound', 404))).toBe(false)
  expect(isTransient(new Error('bug'))).toBe(false)
})

test('a visit starts with reads kept on the same day, for the same account and release', async () => {
  const firstOf = (list: string) => ({ success: true, data: [{ id: list }], total: 1 })
  bodies = { 'GET /stations 1': firstOf('old') }
  const visit = (kept = 'station/1') => renderHook(() => useEndpoint('GET /stations', { query: { page: 1 } }, { kept }), { wrapper: wrapper() }) // prettier-ignore
  const left = visit()
  // Nobody is signed in: no read is kept.
  await waitFor(() => expect(left.result.current.data).toEqual([{ id: 'old' }]))
  expect(visit().result.current).toMatchObject({ data: undefined, isLoading: true })
  keepReadsFor('ada')
  const { result } = visit()
  await waitFor(() => expect(result.current.updatedAt).toBeGreaterThan(0))

  bodies = { 'GET /stations 1': firstOf('new') }
  const next = visit()
  expect(next.result.current).toMatchObject({ data: [{ id: 'old' }], total: 1, isLoading: false, isFetching: true })
  expect(next.result.current.updatedAt).toBe(result.current.updatedAt)
  await waitFor(() => expect(next.result.current).toMatchObject({ data: [{ id: 'new' }], isFetching: false }))

  expect(visit('station/2').result.current.data).toBeUndefined()
  const tomorrow = jest.spyOn(Date, 'now').mockReturnValue(0)
  expect(visit().result.current.data).toBeUndefined()
  tomorrow.mockRestore()
  keepReadsFor('bob')
  expect(visit().result.current.data).toBeUndefined()
  keepReadsFor('ada')
  expect(visit().result.current.data).toBeUndefined()
  forgetKeptReads()
  expect(Object.keys(localStorage)).toEqual([])
})
