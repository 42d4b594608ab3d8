import { UsageError } from '../options.ts'
import { timeReader } from './time-format.ts'

const berlin = (format: string) => timeReader({ format, zone: 'Europe/Berlin' })
const summerNoon = Date.UTC(2026, 6, 4, 10)

test.each([
  ['YYYY-MM-DD HH:mm:ss', '2026-07-04 12:00:00'],
  ['DD.MM.YYYY HH:mm', '04.07.2026 12:00'],
  ['DD.MM.YYYY HH:mm', '4.7.2026 12:00'],
  ['MM/DD/YYYY hh:mm A', '07/04/2026 12:00 PM'],
  ['YYYYMMDDHHmm', '202607041200'],
  ['YYYY/MM/DD HH:mm:ss.SSS', '2026/07/04 12:00:00.0'],
  ['iso', '2026-07-04T12:00:00'],
  ['iso', '2026-07-04 12:00'],
  ['iso', '2026-07-04T10:00:00Z'],
  ['iso', '2026-07-04T18:00:00+08:00'],
  ['epochMs', String(summerNoon)],
  ['epochS', String(summerNoon / 1000)],
])('%s reads %s', (format, text) => {
  expect(berlin(format)(text)).toEqual([summerNoon])
})

test.each([
  ['YYYY-MM-DD HH:mm:ss', 'yesterday'],
  ['YYYY-MM-DD HH:mm:ss', '2026-04-31 12:00:00'],
  ['YYYY-MM-DD HH:mm:ss', '2026-07-04 25:00:00'],
  ['YYYY-MM-DD HH:mm:ss', '2026-07-04 12:61:00'],
  ['YYYY-MM-DD HH:mm:ss', ''],
  ['MM/DD/YYYY hh:mm A', '07/04/2026 13:00 PM'],
  ['iso', '2026-13-04T12:00:00'],
  ['epochMs', '12h'],
  ['YYYY-MM-DD HH:mm', '2026-03-29 02:30'],
])('%s reads nothing from %s', (format, text) => {
  expect(berlin(format)(text)).toEqual([])
})

test('the doubled hour in October is two instants, midnight as 24:00 the next day', () => {
  expect(berlin('YYYY-MM-DD HH:mm')('2026-10-25 02:30')).toHaveLength(2)
  expect(berlin('YYYY-MM-DD HH:mm')('2026-07-04 24:00')).toEqual([Date.UTC(2026, 6, 4, 22)])
})

test('a format without a date or an hour is refused', () => {
  expect(() => berlin('HH:mm')).toThrow(UsageError)
  expect(() => berlin('YYYY-MM-DD')).toThrow(UsageError)
})
