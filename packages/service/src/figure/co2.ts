import { type Co2Factor, co2Factors, europe, world } from './co2-factors.ts'

const zones: Readonly<Record<string, string>> = {
  'Arctic/Longyearbyen': 'NO',
  'Asia/Chongqing': 'CN',
  'Asia/Shanghai': 'CN',
  'Asia/Taipei': 'TW',
  'Asia/Urumqi': 'CN',
  'Atlantic/Jan_Mayen': 'NO',
  'Europe/Amsterdam': 'NL',
  'Europe/Belfast': 'GB',
  'Europe/Berlin': 'DE',
  'Europe/Brussels': 'BE',
  'Europe/Busingen': 'DE',
  'Europe/Copenhagen': 'DK',
  'Europe/Helsinki': 'FI',
  'Europe/London': 'GB',
  'Europe/Mariehamn': 'FI',
  'Europe/Oslo': 'NO',
  'Europe/Paris': 'FR',
  'Europe/Prague': 'CZ',
  'Europe/Stockholm': 'SE',
  'Europe/Tallinn': 'EE',
  'Europe/Vienna': 'AT',
  'Europe/Warsaw': 'PL',
  'Europe/Zurich': 'CH',
  'Pacific/Honolulu': 'US',
}

/** Patterns of time zones of larger countries; and of European zones outside of `Europe/`. */
const families: readonly [RegExp, string][] = [
  [/^Australia\//, 'AU'],
  [/^US\//, 'US'],
  [
    /^America\/(Adak|Anchorage|Boise|Chicago|Denver|Detroit|Juneau|Los_Angeles|Menominee|Metlakatla|New_York|Nome|Phoenix|Sitka|Yakutat|Indiana\/.*|Indianapolis|Kentucky\/.*|Louisville|North_Dakota\/.*)$/,
    'US',
  ],
  [/^Canada\//, 'CA'],
  [
    /^America\/(Atikokan|Blanc-Sablon|Cambridge_Bay|Creston|Dawson|Dawson_Creek|Edmonton|Fort_Nelson|Glace_Bay|Goose_Bay|Halifax|Inuvik|Iqaluit|Moncton|Montreal|Nipigon|Pangnirtung|Rainy_River|Rankin_Inlet|Regina|Resolute|St_Johns|Swift_Current|Thunder_Bay|Toronto|Vancouver|Whitehorse|Winnipeg|Yellowknife)$/,
    'CA',
  ],
]
const european = /^(Europe\/|Atlantic\/(Azores|Canary|Faroe|Madeira|Reykjavik)$|Asia\/(Nicosia|Famagusta)$)/

/** A station's own factor from a local day on. */
export interface DatedCo2Factor {
  from_date: string
  kg_per_kwh: number
  year: number
  source: string
}

/**
 * Factor of the country, derived from the time zone (approximate), for the year of a local day; without a day the
 * newest. A country that is not listed gets the mean of Europe, or of the world.
 */
export function countryCo2Factor(timeZone: string, date = '9999-12-31'): Co2Factor {
  const country = zones[timeZone] ?? families.find(([pattern]) => pattern.test(timeZone))?.[1]
  const factors = co2Factors[country ?? ''] ?? (european.test(timeZone) ? europe : world)
  const [oldest] = factors
  const holds = factors.findLast(({ year }) => year <= Number(date.slice(0, 4))) ?? oldest
  if (!holds) throw new Error('every country has a factor')
  return holds
}

/**
 * kg of CO2 that a kWh saved on a local day: by the station's newest own factor that began by then, otherwise by the
 * country's. An own factor does not apply to days before it.
 */
export function co2FactorAt(factors: readonly DatedCo2Factor[], date: string, timeZone: string): number {
  let holds: DatedCo2Factor | null = null
  for (const factor of factors) {
    if (factor.from_date <= date && (!holds || factor.from_date > holds.from_date)) holds = factor
  }
  return holds?.kg_per_kwh ?? countryCo2Factor(timeZone, date).kgPerKwh
}
