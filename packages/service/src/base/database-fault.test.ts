import { isDatabaseDown } from './database-fault.ts'

test("a lost connection to a cluster's worker counts as database down, not as an internal error", () => {
  const gone = { code: 'XX000', message: 'failure on connection marked as essential: 127.0.0.1:5561' }
  expect(isDatabaseDown(Object.assign(new Error(gone.message), gone))).toBe(true)
  expect(isDatabaseDown(Object.assign(new Error('no partition of relation'), { code: 'XX000' }))).toBe(false)
})
