import type * as TemporalModule from './temporal.ts'
import { timeReady } from './time-ready.ts'

const own = Reflect.get(globalThis, 'Temporal') as unknown

beforeEach(() => Reflect.deleteProperty(globalThis, 'Temporal'))
afterAll(() => Reflect.set(globalThis, 'Temporal', own))

test('without a native Temporal, temporal() throws until timeReady() has loaded one', async () => {
  // Read anew: other tests may have brought a Temporal to the one that is loaded.
  const anew = './temporal.ts?anew'
  const { temporal } = (await import(anew)) as typeof TemporalModule
  expect(() => temporal()).toThrow('timeReady')
  await timeReady()
  expect(temporal().PlainDate.from('2026-11-21').add({ days: 1 }).toString()).toBe('2026-11-22')
})

test('timeReady keeps a native Temporal', async () => {
  const browsers = {}
  Reflect.set(globalThis, 'Temporal', browsers)
  await timeReady()
  expect(Reflect.get(globalThis, 'Temporal')).toBe(browsers)
})
