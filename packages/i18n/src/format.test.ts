import { createFormat, noValue } from './format.ts'

const en = createFormat('en-US')
const pt = createFormat('pt-BR')
const cn = createFormat('zh-CN')

/** Intl separates numbers and words by several kinds of spaces. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

test.each([
  [0, '0 W'],
  [812, '812 W'],
  [812.4, '812 W'],
  [-35, '-35 W'],
  [999.4, '999 W'],
  [999.6, '1.00 kW'],
  [4820, '4.82 kW'],
  [48_200, '48.2 kW'],
  [482_000, '482 kW'],
  [999_600, '1.00 MW'],
  [1_930_000, '1.93 MW'],
  [2.5e9, '2.50 GW'],
])('power: %p W is %p', (watts, text) => {
  expect(plain(en.power(watts).text)).toBe(text)
})

test('a formatted value has number and unit apart; its text joins them by a no-break space', () => {
  expect(en.power(4820)).toEqual({ value: '4.82', unit: 'kW', text: '4.82\u00a0kW' })
})

test.each([
  [0, '0.00 kWh'],
  [7.456, '7.46 kWh'],
  [26.42, '26.4 kWh'],
  [812.7, '813 kWh'],
  [1930, '1.93 MWh'],
  [12_880_123, '12.9 GWh'],
])('energy: %p kWh is %p', (kwh, text) => {
  expect(plain(en.energy(kwh).text)).toBe(text)
})

test('separators follow the locale', () => {
  expect(pt.power(4820).value).toBe('4,82')
  expect(pt.number(1234.5, 1)).toBe('1.234,5')
  expect(cn.number(1234.5, 1)).toBe('1,234.5')
  expect(plain(pt.percent(0.816))).toBe('81,6%')
})

test('an unknown value is a dash, never zero', () => {
  for (const none of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(en.power(none)).toEqual({ value: noValue, unit: '', text: noValue })
    expect(en.energy(none).text).toBe(noValue)
    expect(en.number(none)).toBe(noValue)
    expect(en.percent(none)).toBe(noValue)
    expect(en.money(none, 'EUR')).toBe(noValue)
    expect(en.duration(none)).toBe(noValue)
  }
  expect(en.time(null, 'Asia/Taipei')).toBe(noValue)
  expect(en.date('nonsense')).toBe(noValue)
  expect(en.ago(undefined)).toBe(noValue)
})

test('a rounded zero has no sign', () => {
  expect(en.number(-0.0004, 3)).toBe('0.000')
  expect(en.number(-0, 3)).toBe('0.000')
  expect(en.number(-0.001, 3)).toBe('-0.001')
  expect(en.money(-0.001, 'EUR')).toBe('€0.00')
  expect(en.money(-0.01, 'EUR')).toBe('-€0.01')
})

test('formats money by currency and locale', () => {
  expect(plain(cn.money(1234.5, 'CNY'))).toBe('¥1,234.50')
  expect(plain(en.money(1234.5, 'EUR'))).toBe('€1,234.50')
  expect(plain(pt.money(1234.5, 'BRL'))).toBe('R$ 1.234,50')
  expect(plain(en.money(-2, 'JPY'))).toBe('-¥2')
  expect(plain(createFormat('he').money(14_274.17, 'USD'))).toBe('14,274.17 $')
})

test('shows time in the plant’s zone, across clock changes', () => {
  expect(en.time('2026-11-21T06:05:00Z', 'Asia/Taipei')).toBe('14:05')
  expect(en.time('2026-11-20T16:00:00Z', 'Asia/Taipei')).toBe('00:00')
  expect(en.time('2026-03-29T00:59:00Z', 'Europe/Berlin')).toBe('01:59')
  expect(en.time('2026-03-29T01:00:00Z', 'Europe/Berlin')).toBe('03:00')
  expect(cn.dateTime('2026-11-21T06:05:00Z', 'America/Los_Angeles')).toContain('22:05')
  expect(en.time('2026-11-21T06:05:10Z', 'Asia/Taipei', 'second')).toBe('14:05:10')
  expect(en.dateTime('2026-11-21T06:05:10Z', 'Asia/Taipei', 'second')).toBe('Nov 21, 2026, 14:05:10')
})

test('a plain day is the same in every zone; an instant is shown as the zone’s day', () => {
  expect(en.date('2026-11-21')).toBe('Nov 21, 2026')
  expect(cn.date('2026-11-21', 'Pacific/Honolulu')).toBe('2026年11月21日')
  expect(en.date('2026-11-20T16:30:00Z', 'Asia/Taipei')).toBe('Nov 21, 2026')
})

const now = Date.parse('2026-11-21T12:00:00Z')

test.each([
  [20_000, 'now'],
  [60_000, '1 min. ago'],
  [12 * 60_000, '12 min. ago'],
  [2 * 3_600_000, '2 hr. ago'],
  [26 * 3_600_000, 'yesterday'],
  [9 * 86_400_000, '9 days ago'],
])('%p ms ago is %p', (ms, text) => {
  expect(en.ago(now - ms, now)).toBe(text)
})

test('durations name the two largest units', () => {
  expect(plain(en.duration(40_000))).toBe('1 min')
  expect(plain(en.duration(12 * 60_000))).toBe('12 min')
  expect(plain(en.duration(200 * 60_000))).toBe('3 hr 20 min')
  expect(plain(en.duration(180 * 60_000))).toBe('3 hr')
  expect(plain(en.duration(27 * 3_600_000))).toBe('1 day 3 hr')
})

test('a locale that Intl does not support is formatted as English, not as the machine’s own', () => {
  expect(createFormat('xx').number(1234.5, 1)).toBe('1,234.5')
})
