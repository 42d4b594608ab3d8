import '@helioport/time/node'
import { FileProblem } from '../problem.ts'
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
  ['iso', '2026-07-04T10:00:00.000Z'],
  ['iso', '2026-07-04 10:00 UTC'],
  ['iso', '2026-07-04 12:00 CEST'],
  ['iso', '2026-07-04 12:00 (MESZ)'],
  ['iso', '2026-07-04 19:00 UTC+9'],
  ['DD.MM.YYYY HH:mm', '04.07.2026 10:00Z'],
  ['DD.MM.YYYY HH:mm', '04.07.2026 13:00 +03:00'],
  ['YYYY-MM-DDTHH:mm:ssZ', '2026-07-04T10:00:00Z'],
  ['DD/MM/YY HH:mm', '04/07/26 12:00'],
  ['MM/DD/YYYY hh:mm:ss A', '7/4/2026 12:00:00 p.m.'],
  ['DD MMM YYYY HH:mm', '04 Jul 2026 12:00'],
  ['DD. MMMM YYYY HH:mm', '4. Juli 2026 12:00'],
  ['DD de MMMM de YYYY HH:mm', '4 de julho de 2026 12:00'],
  ['DD MMM. YYYY HH:mm', '4 jul. 2026 12:00'],
  ['YYYY年MM月DD日 HH:mm', '2026年7月4日 12:00'],
  ['YYYY年MM月DD日 Ahh:mm', '2026年7月4日 下午12:00'],
  ['YYYY年MMMDD日 HH:mm', '2026年七月4日 12:00'],
  ['excel', '46207.5'],
  ['epochMs', String(summerNoon)],
  ['epochS', String(summerNoon / 1000)],
])('format %s reads %s', (format, text) => {
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
  ['excel', '2026-07-04 12:00'],
  ['DD MMM YYYY HH:mm', '04 Foo 2026 12:00'],
  ['iso', '2026-07-04 12:00 XYZ'],
  ['YYYY-MM-DD HH:mm', '2026-03-29 02:30'],
])('format %s does not read %s', (format, text) => {
  expect(berlin(format)(text)).toEqual([])
})

test('a local time that repeats in October is two instants; 24:00 is midnight of the next day', () => {
  expect(berlin('YYYY-MM-DD HH:mm')('2026-10-25 02:30')).toHaveLength(2)
  expect(berlin('YYYY-MM-DD HH:mm')('2026-07-04 24:00')).toEqual([Date.UTC(2026, 6, 4, 22)])
})

test('an ambiguous abbreviation such as CST follows the file’s zone; CET and CEST resolve the repeated hour', () => {
  const chicago = timeReader({ format: 'iso', zone: 'America/Chicago' })
  expect(chicago('2026-01-04 12:00 CST')).toEqual([Date.UTC(2026, 0, 4, 18)])
  const shanghai = timeReader({ format: 'iso', zone: 'Asia/Shanghai' })
  expect(shanghai('2026-01-04 12:00 CST')).toEqual([Date.UTC(2026, 0, 4, 4)])
  expect(berlin('iso')('2026-10-25 02:30 CET')).toEqual([Date.UTC(2026, 9, 25, 1, 30)])
  expect(berlin('iso')('2026-10-25 02:30 CEST')).toEqual([Date.UTC(2026, 9, 25, 0, 30)])
})

test('a format without a date or an hour is refused', () => {
  expect(() => berlin('HH:mm')).toThrow(FileProblem)
  expect(() => berlin('YYYY-MM-DD')).toThrow(FileProblem)
})
