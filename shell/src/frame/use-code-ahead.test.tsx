import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ShownEntry } from './use-menu.ts'
import { useCodeAhead } from './use-code-ahead.ts'

/** jsdom has none: here nothing is fetched. */
class QuietObserver {
  observe() {}
  disconnect() {}
}

const fetched: string[] = []
const entry = (path: string, current = false): ShownEntry => ({
  path,
  title: path,
  icon: 'grid',
  current,
  prefetch: () => fetched.push(path),
})
const entries = [entry('/station', true), entry('/device'), entry('/record'), entry('/account')]

function Menu() {
  useCodeAhead(entries)
  return <a href="#/device">devices</a>
}

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms))

beforeEach(() => {
  jest.useFakeTimers()
  fetched.length = 0
  Object.defineProperty(globalThis, 'PerformanceObserver', { value: QuietObserver, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'PerformanceObserver')
  jest.useRealTimers()
})

test('the code of the other areas is fetched one after the other once the page is quiet', () => {
  render(<Menu />)
  pass(2_900)
  expect(fetched).toEqual([])
  pass(200)
  expect(fetched).toEqual(['/device'])
  pass(800)
  expect(fetched).toEqual(['/device', '/record', '/account'])
})

test('while a person is about to open a link, the code of other areas waits until the page is quiet again', () => {
  render(<Menu />)
  pass(3_100)
  fireEvent.pointerOver(screen.getByText('devices'), { pointerType: 'mouse' })
  pass(2_900)
  expect(fetched).toEqual(['/device'])
  pass(3_000)
  expect(fetched).toEqual(['/device', '/record', '/account'])
})
