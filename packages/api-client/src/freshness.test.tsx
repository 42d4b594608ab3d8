import { act, cleanup, renderHook } from '@testing-library/react'
import type { AxiosAdapter } from 'axios'
import type { ReactNode } from 'react'
import { ApiProvider } from './api-provider.tsx'
import { http } from './http.ts'
import { createQueryClient } from './query-client.ts'
import { useEndpoint } from './use-endpoint.ts'

let asked = 0
const before = http.defaults.adapter
const adapter: AxiosAdapter = async (config) => {
  asked += 1
  return {
    data: { success: true, data: { nickname: `reply ${asked}` } },
    status: 200,
    statusText: 'OK',
    headers: {},
    config,
  }
}

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-06-10T10:00:00Z') })
  asked = 0
  http.defaults.adapter = adapter
})
afterEach(() => {
  cleanup()
  show('visible')
  jest.useRealTimers()
  http.defaults.adapter = before as AxiosAdapter
})

const seconds = (count: number) => act(() => jest.advanceTimersByTimeAsync(count * 1000))

/** Hides the tab, or shows it again. */
function show(state: 'visible' | 'hidden'): void {
  Reflect.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}

/** A page that reads the account. When it is opened again, it finds the tab's cache. */
function tab(refetchMs?: number) {
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => <ApiProvider client={client}>{children}</ApiProvider>
  return () =>
    renderHook(() => useEndpoint('GET /account', {}, refetchMs === undefined ? {} : { refetchMs }), { wrapper })
}

test('refetches every refetchMs in a visible tab only, and once when a hidden tab is shown', async () => {
  tab(60_000)()
  await seconds(121)
  expect(asked).toBe(3)
  show('hidden')
  await seconds(3600)
  expect(asked).toBe(3)
  show('visible')
  await seconds(1)
  expect(asked).toBe(4)
})

test('a tab that is shown again refetches data older than 5 seconds', async () => {
  tab()()
  await seconds(4)
  show('hidden')
  show('visible')
  await seconds(0)
  expect(asked).toBe(1)
  await seconds(2)
  show('hidden')
  show('visible')
  await seconds(0)
  expect(asked).toBe(2)
})

test('a cached read is fresh for 5 minutes; then it is shown while it is refetched', async () => {
  const open = tab()
  const first = open()
  await seconds(1)
  first.unmount()
  await seconds(298)
  const second = open()
  expect(second.result.current.data).toMatchObject({ nickname: 'reply 1' })
  await seconds(0)
  expect(asked).toBe(1)
  second.unmount()
  await seconds(2)
  const third = open()
  expect(third.result.current).toMatchObject({ data: { nickname: 'reply 1' }, isFetching: true })
  await seconds(0)
  expect(third.result.current.data).toMatchObject({ nickname: 'reply 2' })
})
