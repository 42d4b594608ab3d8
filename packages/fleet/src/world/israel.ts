import { silence } from '../behaviour/silence.ts'
import { uninitialized } from '../behaviour/uninitialized.ts'
import { openRack } from '../physics/module-temperature.ts'
import { mono545 } from '../physics/module-types.ts'
import { climates } from './climates.ts'
import { pv100 } from './inverter-models.ts'
import type { PlantSpec } from './plant.ts'
import { inverterRow, pad, sinceHours } from './row.ts'

const key = 'arava'

/** Six inverters in the desert; the sixth is mounted, but not configured and not on the bus yet. */
export function arava(seed: number, beganAt: number): PlantSpec {
  const always = sinceHours(beganAt, 24 * 365 * 10)
  return {
    key,
    name: 'שדה סולארי ערבה',
    description: 'שדה קרקעי, מתח גבוה',
    address: 'כביש 90, הערבה הדרומית',
    place: { latitude: 29.9664, longitude: 35.0683, altitudeM: 132 },
    timeZone: 'Asia/Jerusalem',
    price: 0.1725,
    currency: 'ILS',
    installedOn: '2024-02-11',
    temperatureCoefficient: mono545.datasheet.gamma,
    climate: climates.hotDesert,
    grid: { nominalHz: 50, voltageSpread: 0.01, frequencySpread: 0.03 },
    gridArea: 'israel',
    albedo: 0.32,
    conditionShare: 0.92,
    hasSensors: true,
    typicalYield: 1930,
    inverters: inverterRow({
      seed,
      plantKey: key,
      count: 6,
      nameOf: (n) => `ממיר ${pad(n)}`,
      model: pv100,
      arraysOf: () => [
        {
          mppts: 8,
          stringsPerMppt: 2,
          modulesPerString: 14,
          module: mono545,
          mounting: { kind: 'fixed', tilt: 25, azimuth: 180 },
          thermal: openRack,
        },
      ],
      installedOn: '2024-02-11',
      behavioursOf: (n) => (n === 6 ? [uninitialized(always), silence(always)] : []),
    }),
  }
}
