import { execFileSync } from 'node:child_process'
import { timeReady } from './time-ready.ts'

const own = Reflect.get(globalThis, 'Temporal') as unknown

beforeEach(() => Reflect.deleteProperty(globalThis, 'Temporal'))
afterAll(() => Reflect.set(globalThis, 'Temporal', own))

test('where there is no Temporal, no day is reckoned before there is one', () => {
  // In a process of its own: in this one other tests have brought a Temporal.
  const program = `
    import { addDays, timeReady } from './index.ts'
    delete globalThis.Temporal
    try { addDays('2026-11-21', 1) } catch (error) { console.log(error.message) }
    await timeReady()
    console.log(addDays('2026-11-21', 1))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  expect(said).toBe('no Temporal: wait for timeReady, or import time/node\n2026-11-22\n')
})

test('where there is one it stays', async () => {
  const browsers = {}
  Reflect.set(globalThis, 'Temporal', browsers)
  await timeReady()
  expect(Reflect.get(globalThis, 'Temporal')).toBe(browsers)
})
