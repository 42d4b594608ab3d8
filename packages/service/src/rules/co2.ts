/**
 * CO2 saved per kWh, by country. kg/kWh of 2024, Our World in Data (as copied in evcc, co2Reference.ts); China: 2021,
 * MEE (Energies 2025, 18, 654). A country that is not listed takes the world's mean.
 */
const co2Factors = {
  world: { kgPerKwh: 0.473, year: 2024, source: 'Our World in Data' },
  australia: { kgPerKwh: 0.552, year: 2024, source: 'Our World in Data' },
  austria: { kgPerKwh: 0.103, year: 2024, source: 'Our World in Data' },
  china: { kgPerKwh: 0.5568, year: 2021, source: 'MEE' },
  france: { kgPerKwh: 0.044, year: 2024, source: 'Our World in Data' },
  germany: { kgPerKwh: 0.344, year: 2024, source: 'Our World in Data' },
  netherlands: { kgPerKwh: 0.253, year: 2024, source: 'Our World in Data' },
  switzerland: { kgPerKwh: 0.037, year: 2024, source: 'Our World in Data' },
  unitedKingdom: { kgPerKwh: 0.211, year: 2024, source: 'Our World in Data' },
  unitedStates: { kgPerKwh: 0.384, year: 2024, source: 'Our World in Data' },
} as const

type Co2FactorName = keyof typeof co2Factors

const zones: Record<string, Co2FactorName> = {
  'Asia/Shanghai': 'china',
  'Asia/Urumqi': 'china',
  'Europe/Berlin': 'germany',
  'Europe/Busingen': 'germany',
  'Europe/Vienna': 'austria',
  'Europe/Paris': 'france',
  'Europe/Amsterdam': 'netherlands',
  'Europe/Zurich': 'switzerland',
  'Europe/London': 'unitedKingdom',
  'Pacific/Honolulu': 'unitedStates',
}

const americanZones =
  /^America\/(New_York|Chicago|Denver|Phoenix|Los_Angeles|Anchorage|Detroit|Boise|Indiana\/.*|Kentucky\/.*|North_Dakota\/.*)$/

/** The station's time zone names its country well enough. */
function co2FactorOf(timeZone: string): Co2FactorName {
  if (timeZone.startsWith('Australia/')) return 'australia'
  if (americanZones.test(timeZone)) return 'unitedStates'
  return zones[timeZone] ?? 'world'
}

export function co2Kg(energyKwh: number, timeZone: string): number {
  return energyKwh * co2Factors[co2FactorOf(timeZone)].kgPerKwh
}
