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

/** A station's own factor from a local day on. */
export interface DatedCo2Factor {
  from_date: string
  kg_per_kwh: number
  year: number
  source: string
}

/** Factor of the country that the time zone names, well enough. */
export function countryCo2Factor(timeZone: string): { kgPerKwh: number; year: number; source: string } {
  if (timeZone.startsWith('Australia/')) return co2Factors.australia
  if (americanZones.test(timeZone)) return co2Factors.unitedStates
  return co2Factors[zones[timeZone] ?? 'world']
}

/**
 * kg of CO2 that a kWh saved on a local day: by the newest own factor that began by then, otherwise by the country's.
 * An own factor says nothing of the days before it.
 */
export function co2FactorAt(factors: readonly DatedCo2Factor[], date: string, timeZone: string): number {
  let holds: DatedCo2Factor | null = null
  for (const factor of factors) {
    if (factor.from_date <= date && (!holds || factor.from_date > holds.from_date)) holds = factor
  }
  return holds?.kg_per_kwh ?? countryCo2Factor(timeZone).kgPerKwh
}
