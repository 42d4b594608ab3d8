import { isDatabaseDown } from './database-fault.ts'

test('a worker of a cluster that went while a connection to it was kept is away, not wrong', () => {
  const gone = { code: 'XX000', message: 'failure on connection marked as essential: 127.0.0.1:5561' }
  expect(isDatabaseDown(Object.assign(new Error(gone.message), gone))).toBe(true)
  expect(isDatabaseDown(Object.assign(new Error('no partition of relation'), { code: 'XX000' }))).toBe(false)
})
