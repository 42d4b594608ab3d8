import { breachOf, judgedFields, rateBreach } from './station-breaches.ts'
import { emptyValues, type RateValues, type StationValues } from './station-values.ts'

const whole: StationValues = {
  ...emptyValues('2026-11-21', 'EUR', 3),
  name: 'Barn',
  capacityKwp: 10,
  coefficientPercent: -0.35,
  description: 'East and west',
  latitude: 48,
  longitude: 11,
  timeZone: 'Europe/Berlin',
  rates: [{ key: 'first', id: null, from: '2026-11-21', rate: 0.08, bands: [], correcting: false }],
}
const keyOf = <F extends keyof StationValues>(field: F, change: Partial<StationValues>) =>
  breachOf(field, { ...whole, ...change })?.key
const breaches = (values: StationValues) => judgedFields.filter((field) => breachOf(field, values) !== undefined)

test('a complete station breaks no rule; an empty form breaks those of the required fields', () => {
  expect(breaches(whole)).toEqual([])
  expect(breaches(emptyValues('2026-11-21', 'EUR', 3))).toEqual([
    'name',
    'capacityKwp',
    'coefficientPercent',
    'description',
    'latitude',
    'longitude',
    'timeZone',
    'rates',
  ])
})

test.each([
  ['name', { name: 'x'.repeat(81) }, 'rule.length'],
  ['installedOn', { installedOn: '' }, 'rule.required'],
  ['capacityKwp', { capacityKwp: 0 }, 'rule.above'],
  ['capacityKwp', { capacityKwp: Number.NaN }, 'rule.number'],
  ['energyBaseKwh', { energyBaseKwh: -1 }, 'rule.atLeast'],
  ['energyBaseKwh', { energyBaseKwh: null }, 'rule.required'],
  ['coefficientPercent', { coefficientPercent: 0.3 }, 'rule.range'],
  ['coefficientPercent', { coefficientPercent: -2.1 }, 'rule.range'],
  ['latitude', { latitude: 90.1 }, 'rule.range'],
  ['longitude', { longitude: -181 }, 'rule.range'],
  ['sortNumber', { sortNumber: 1.5 }, 'rule.whole'],
  ['sortNumber', { sortNumber: null }, 'rule.required'],
  ['caseNumber', { timeZone: 'Asia/Taipei' }, 'rule.required'],
  ['currency', { currency: 'eur' }, 'rule.currency'],
  ['videoUrl', { videoUrl: 'http://example.org' }, 'rule.videoUrl'],
  ['collectorSerial', { hasCollector: true }, 'rule.required'],
  ['collectorSerial', { hasCollector: true, collectorSerial: 'ABC-123456789' }, undefined],
  ['collectorSerial', { hasCollector: true, collectorSerial: 'ABC-12345678' }, 'rule.serial'],
  ['collectorSerial', { hasCollector: true, collectorSerial: 'A'.repeat(33) }, 'rule.serial'],
  ['collectorSerial', { hasCollector: true, collectorSerial: 'ABC_1234567890' }, 'rule.serial'],
  ['collectorDeviceId', { hasCollector: true, collectorDeviceId: 'd' }, 'rule.collectorDevice'],
  ['collectorDeviceId', { hasCollector: true, collectorDeviceId: 'd', deviceIds: ['d'] }, undefined],
] as const)('field %s with %p: broken rule %s', (field, change, key) => {
  expect(keyOf(field, change)).toBe(key)
})

const rate = (change: Partial<RateValues>): RateValues => ({
  key: 'k',
  id: null,
  from: '2026-01-01',
  rate: 1,
  bands: [],
  correcting: false,
  ...change,
})
const band = { days: [1, 2, 3], from: '08:00', to: '12:00', rate: 1 }

test('accepts zero and negative rates; rejects an empty one and one above 100', () => {
  for (const value of [0, -0.05, -100, 100]) expect(rateBreach(rate({ rate: value }), [])).toBeUndefined()
  expect(rateBreach(rate({ rate: null }), [])?.key).toBe('rule.required')
  expect(rateBreach(rate({ rate: 101 }), [])?.key).toBe('rule.range')
})

test('rejects two rates of one day and invalid time-of-use bands', () => {
  const [a, b] = [rate({}), rate({ key: 'l' })]
  expect(rateBreach(a, [a, b])?.key).toBe('rule.dateTaken')
  const clash = rate({ bands: [band, { ...band, days: [3], from: '11:45', to: '24:00' }] })
  expect(rateBreach(clash, [clash])?.key).toBe('rule.bandsOverlap')
  const touching = rate({ bands: [band, { ...band, from: '12:00', to: '24:00' }] })
  expect(rateBreach(touching, [touching])).toBeUndefined()
  expect(rateBreach(rate({ bands: [{ ...band, to: '08:00' }] }), [])?.key).toBe('rule.bandTimes')
  expect(rateBreach(rate({ bands: [{ ...band, from: '08:10' }] }), [])?.key).toBe('rule.bandTimes')
  expect(rateBreach(rate({ bands: [{ ...band, days: [] }] }), [])?.key).toBe('rule.bandDays')
})
