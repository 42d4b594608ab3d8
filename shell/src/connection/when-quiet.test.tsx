import { whenQuiet } from './when-quiet.ts'

/** jsdom has none; `fetchSomething` calls those that observe. */
const watching = new Set<() => void>()
class Observer {
  readonly #heard: () => void
  constructor(heard: () => void) {
    this.#heard = heard
  }
  observe() {
    watching.add(this.#heard)
  }
  disconnect() {
    watching.delete(this.#heard)
  }
}
const fetchSomething = () => watching.forEach((heard) => heard())

beforeEach(() => {
  jest.useFakeTimers()
  watching.clear()
  Object.defineProperty(globalThis, 'PerformanceObserver', { value: Observer, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'PerformanceObserver')
  jest.useRealTimers()
})

test('a page is quiet 3 s after the last thing that it fetched, and this is told once', () => {
  const told = jest.fn<void, []>()
  whenQuiet(told)
  jest.advanceTimersByTime(2_900)
  fetchSomething()
  jest.advanceTimersByTime(2_900)
  expect(told).not.toHaveBeenCalled()
  jest.advanceTimersByTime(200)
  fetchSomething()
  jest.advanceTimersByTime(10_000)
  expect(told).toHaveBeenCalledTimes(1)
})

test('a page that fetches all the time is waited for no longer than the limit', () => {
  const told = jest.fn<void, []>()
  whenQuiet(told, 10_000)
  for (let second = 0; second < 9; second += 1) {
    jest.advanceTimersByTime(1_000)
    fetchSomething()
  }
  expect(told).not.toHaveBeenCalled()
  jest.advanceTimersByTime(1_000)
  expect(told).toHaveBeenCalledTimes(1)
})

test('a cancelled wait tells nothing, not even at its limit', () => {
  const told = jest.fn<void, []>()
  whenQuiet(told, 10_000)()
  jest.advanceTimersByTime(20_000)
  expect(told).not.toHaveBeenCalled()
  expect(watching.size).toBe(0)
})
