import { addDays } from './index.ts'
import { timeReady } from './time-ready.ts'

const own = Reflect.get(globalThis, 'Temporal') as unknown

beforeEach(() => Reflect.deleteProperty(globalThis, 'Temporal'))
afterAll(() => Reflect.set(globalThis, 'Temporal', own))

test('where there is no Temporal, no day is reckoned before there is one', async () => {
  expect(() => addDays('2026-11-21', 1)).toThrow('timeReady')
  await timeReady()
  expect(addDays('2026-11-21', 1)).toBe('2026-11-22')
})

test('where there is one it stays', async () => {
  const browsers = {}
  Reflect.set(globalThis, 'Temporal', browsers)
  await timeReady()
  expect(Reflect.get(globalThis, 'Temporal')).toBe(browsers)
})
