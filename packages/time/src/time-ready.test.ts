import { addDays } from './index.ts'
import { timeReady } from './time-ready.ts'

const own = Reflect.get(globalThis, 'Temporal') as unknown

beforeEach(() => {
  Reflect.deleteProperty(globalThis, 'Temporal')
  jest.resetModules()
})
afterAll(() => Reflect.set(globalThis, 'Temporal', own))

test('where there is no Temporal, no day is reckoned before there is one', async () => {
  const fresh = await import('./index.ts')
  expect(() => fresh.addDays('2026-11-21', 1)).toThrow('timeReady')
  await timeReady()
  expect(fresh.addDays('2026-11-21', 1)).toBe('2026-11-22')
  expect(addDays('2026-11-21', 1)).toBe('2026-11-22')
})

test('where there is one it stays, and nothing is loaded', async () => {
  const loaded = jest.fn()
  jest.doMock('temporal-polyfill/global', loaded)
  const browsers = {}
  Reflect.set(globalThis, 'Temporal', browsers)
  await timeReady()
  expect(loaded).not.toHaveBeenCalled()
  expect(Reflect.get(globalThis, 'Temporal')).toBe(browsers)
})
