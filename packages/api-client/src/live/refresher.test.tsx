import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { LiveEvent } from '@helioport/contract'
import { keyOf } from '../use-endpoint.ts'
import { burst, createRefresher, pauseMs } from './refresher.ts'

const reads = {
  list: ['GET /stations', { query: { page: 1 } }],
  one: ['GET /stations/:stationId', { params: { stationId: 'a' } }],
  other: ['GET /stations/:stationId', { params: { stationId: 'b' } }],
  alarms: ['GET /alarms', { query: { stationId: 'a' } }],
  tasks: ['GET /export-tasks', undefined],
  account: ['GET /account', undefined],
} as const
type Name = keyof typeof reads

let client: QueryClient
let asked: Name[]

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 })
  client = new QueryClient()
  asked = []
})
afterEach(() => {
  client.clear()
  jest.useRealTimers()
})

/** Shows these reads; all of them have just been answered. */
async function show(...names: Name[]) {
  for (const name of names) {
    const [path, args] = reads[name]
    new QueryObserver(client, {
      queryKey: keyOf(path, args),
      staleTime: Infinity,
      queryFn: async () => {
        asked.push(name)
        return { data: name === 'list' ? [{ id: 'a' }] : {} }
      },
    }).subscribe(() => {})
  }
  await jest.advanceTimersByTimeAsync(0)
  asked = []
}
const start = () => createRefresher({ client, now: Date.now, random: () => 0.5 })

const cases: [LiveEvent, Name[]][] = [
  [{ type: 'station', stationId: 'a' }, ['list', 'one']],
  [{ type: 'alarm', stationId: 'a' }, ['list', 'one', 'alarms']],
  [{ type: 'alarm', stationId: 'b' }, ['list', 'other']],
  [{ type: 'command', stationId: 'a' }, []],
  [{ type: 'export' }, ['tasks']],
  [{ type: 'access' }, ['list', 'one', 'other', 'alarms', 'tasks', 'account']],
  [{ type: 'resync' }, ['list', 'one', 'other', 'alarms', 'tasks', 'account']],
]

test.each(cases)('%j: refetches the reads that it makes stale within 500 ms, and no others', async (event, names) => {
  await show('list', 'one', 'other', 'alarms', 'tasks', 'account')
  const { refresh } = start()
  await jest.advanceTimersByTimeAsync(60_000)
  refresh(event)
  await jest.advanceTimersByTimeAsync(500)
  expect(asked.toSorted()).toEqual(names.toSorted())
  await jest.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(names.length)
})

test('with an event every 100 ms a station is refetched every second, a list every 5 s; the last event counts', async () => {
  await show('list', 'one')
  const { refresh } = start()
  await jest.advanceTimersByTimeAsync(60_000)
  for (let nth = 0; nth < 600; nth += 1) {
    refresh({ type: 'station', stationId: 'a' })
    await jest.advanceTimersByTimeAsync(100)
  }
  const times = (name: Name) => asked.filter((one) => one === name).length
  expect(times('one')).toBeGreaterThanOrEqual(45)
  expect(times('one')).toBeLessThanOrEqual(60_000 / pauseMs)
  expect(times('list')).toBeGreaterThanOrEqual(burst.reads + 4)
  expect(times('list')).toBeLessThanOrEqual(burst.reads + 60_000 / burst.refillMs)
  const before = times('list')
  await jest.advanceTimersByTimeAsync(6_000)
  expect(times('list')).toBe(before + 1)
})

test('an event about a listed station refreshes the list at once, even when others throttle it to every 5 s', async () => {
  await show('list')
  const { refresh } = start()
  await jest.advanceTimersByTimeAsync(60_000)
  for (let nth = 0; nth < 599; nth += 1) {
    refresh({ type: 'station', stationId: 'b' })
    await jest.advanceTimersByTimeAsync(100)
  }
  expect(asked.length).toBeGreaterThanOrEqual(10)
  expect(asked.length).toBeLessThanOrEqual(60_000 / burst.refillMs)
  for (let nth = 0; nth < burst.reads; nth += 1) {
    asked = []
    refresh({ type: 'station', stationId: 'b' })
    refresh({ type: 'station', stationId: 'a' })
    await jest.advanceTimersByTimeAsync(pauseMs + 300)
    expect(asked).toEqual(['list'])
  }
})

test('a read that is not on screen is only marked as stale; resync does not repeat a read just answered', async () => {
  await show('one')
  client.setQueryData(keyOf(...reads.list), 1)
  const { refresh, stop } = start()
  refresh({ type: 'resync' })
  await jest.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual([])
  expect(client.getQueryState(keyOf(...reads.list))?.isInvalidated).toBe(true)
  refresh({ type: 'resync' })
  stop()
  await jest.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual([])
})
