import { co2FactorAt, countryCo2Factor } from './co2.ts'

test.each([
  ['Europe/Oslo', 0.031, 'Our World in Data'],
  ['Arctic/Longyearbyen', 0.031, 'Our World in Data'],
  ['Europe/Brussels', 0.118, 'Our World in Data'],
  ['America/Toronto', 0.175, 'Our World in Data'],
  ['Canada/Pacific', 0.175, 'Our World in Data'],
  ['Europe/Prague', 0.414, 'Our World in Data'],
  ['Europe/Copenhagen', 0.143, 'Our World in Data'],
  ['Europe/Tallinn', 0.341, 'Our World in Data'],
  ['Europe/Helsinki', 0.072, 'Our World in Data'],
  ['Europe/Warsaw', 0.615, 'Our World in Data'],
  ['Europe/Stockholm', 0.036, 'Our World in Data'],
  ['America/Los_Angeles', 0.384, 'Our World in Data'],
  ['Australia/Darwin', 0.552, 'Our World in Data'],
  // Not in the list: mean of Europe, otherwise of the world.
  ['Europe/Madrid', 0.284, 'Our World in Data (mean of Europe)'],
  ['America/Sao_Paulo', 0.473, 'Our World in Data (mean of the world)'],
  ['Asia/Tokyo', 0.473, 'Our World in Data (mean of the world)'],
])('a kWh in %s saves %d kg of CO2, by %s', (timeZone, kgPerKwh, source) => {
  expect(countryCo2Factor(timeZone)).toEqual({ kgPerKwh, year: 2024, source })
})

test('a day has the CO2 factor of its year where several years are known', () => {
  const taipei = (date: string) => co2FactorAt([], date, 'Asia/Taipei')
  expect(['2015-06-01', '2018-06-01', '2023-01-01', '2023-12-31', '2024-01-01', '2026-06-01'].map(taipei)).toEqual([
    0.554, 0.554, 0.494, 0.494, 0.474, 0.474,
  ])
  expect(co2FactorAt([], '2015-06-01', 'Asia/Shanghai')).toBe(0.5568)
})
