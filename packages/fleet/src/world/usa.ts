import { fixedPowerFactor } from '../behaviour/fixed-power-factor.ts'
import { openRack } from '../physics/module-temperature.ts'
import { mono545 } from '../physics/module-types.ts'
import { climates } from './climates.ts'
import { pv250 } from './inverter-models.ts'
import type { PlantSpec } from './plant.ts'
import { inverterRow, pad, sinceHours } from './row.ts'

const key = 'alamosa'

/** Eight large inverters on trackers; the utility requires a power factor of 0.97, absorbing. */
export function alamosa(seed: number, beganAt: number): PlantSpec {
  return {
    key,
    name: 'San Luis Valley Solar Ranch',
    description: 'Single-axis trackers, 20 MW feeder',
    address: 'County Road 8 N, Mosca, CO',
    place: { latitude: 37.6712, longitude: -105.8941, altitudeM: 2300 },
    timeZone: 'America/Denver',
    price: 0.0482,
    currency: 'USD',
    installedOn: '2020-10-05',
    temperatureCoefficient: mono545.datasheet.gamma,
    climate: climates.highPlateau,
    grid: { nominalHz: 60, voltageSpread: 0.009, frequencySpread: 0.012 },
    gridArea: 'western interconnection',
    albedo: 0.24,
    conditionShare: 0.915,
    hasSensors: true,
    typicalYield: 2230,
    inverters: inverterRow({
      seed,
      plantKey: key,
      count: 8,
      nameOf: (n) => `Inverter ${pad(n)}`,
      model: pv250,
      arraysOf: () => [
        {
          mppts: 12,
          stringsPerMppt: 2,
          modulesPerString: 25,
          module: mono545,
          mounting: { kind: 'tracker', limit: 52 },
          thermal: openRack,
        },
      ],
      installedOn: '2020-10-05',
      behavioursOf: () => [fixedPowerFactor(sinceHours(beganAt, 24 * 365 * 10), -0.97)],
    }),
  }
}
