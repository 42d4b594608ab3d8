/** kg of CO2 that a kWh saves, in the source's year. */
export interface Co2Factor {
  kgPerKwh: number
  year: number
  source: string
}

const inWorldData = (kgPerKwh: number): Co2Factor[] => [{ kgPerKwh, year: 2024, source: 'Our World in Data' }]

/**
 * By ISO 3166 country, the oldest year first. 2024: Our World in Data (as copied in evcc, co2Reference.ts); China: 2021,
 * MEE (Energies 2025, 18, 654); Taiwan: Energy Administration (2017 by EnergyTrend of 2018-07-12; the later ones from
 * memory).
 */
export const co2Factors: Readonly<Record<string, readonly Co2Factor[]>> = {
  AU: inWorldData(0.552),
  AT: inWorldData(0.103),
  BE: inWorldData(0.118),
  CA: inWorldData(0.175),
  CH: inWorldData(0.037),
  CN: [{ kgPerKwh: 0.5568, year: 2021, source: 'MEE' }],
  CZ: inWorldData(0.414),
  DE: inWorldData(0.344),
  DK: inWorldData(0.143),
  EE: inWorldData(0.341),
  FI: inWorldData(0.072),
  FR: inWorldData(0.044),
  GB: inWorldData(0.211),
  NL: inWorldData(0.253),
  NO: inWorldData(0.031),
  PL: inWorldData(0.615),
  SE: inWorldData(0.036),
  TW: [
    { kgPerKwh: 0.554, year: 2017, source: 'Taiwan Energy Administration' },
    { kgPerKwh: 0.494, year: 2023, source: 'Taiwan Energy Administration' },
    { kgPerKwh: 0.474, year: 2024, source: 'Taiwan Energy Administration' },
  ],
  US: inWorldData(0.384),
}

/** For countries of Europe that are not in the list. */
export const europe: readonly Co2Factor[] = [
  { kgPerKwh: 0.284, year: 2024, source: 'Our World in Data (mean of Europe)' },
]

/** For all other countries. */
export const world: readonly Co2Factor[] = [
  { kgPerKwh: 0.473, year: 2024, source: 'Our World in Data (mean of the world)' },
]
