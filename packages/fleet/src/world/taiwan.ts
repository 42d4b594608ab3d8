import { stringLoss } from '../behaviour/string-loss.ts'
import { openRack } from '../physics/module-temperature.ts'
import { mono450 } from '../physics/module-types.ts'
import { climates } from './climates.ts'
import { pv60 } from './inverter-models.ts'
import type { PlantSpec } from './plant.ts'
import { inverterRow, pad, sinceHours } from './row.ts'

const key = 'changhua'

/** Eight inverters on the coast; one string of the third has lost half its light for twelve days. */
export function changhua(seed: number, beganAt: number): PlantSpec {
  return {
    key,
    name: '彰濱崙尾光電場',
    description: '彰濱工業區地面型光電場',
    address: '彰化縣鹿港鎮崙尾段',
    place: { latitude: 24.0822, longitude: 120.4155, altitudeM: 4 },
    timeZone: 'Asia/Taipei',
    price: 3.9,
    currency: 'TWD',
    installedOn: '2021-03-15',
    temperatureCoefficient: mono450.datasheet.gamma,
    climate: climates.subtropicalCoast,
    grid: { nominalHz: 60, voltageSpread: 0.011, frequencySpread: 0.02 },
    gridArea: 'taiwan',
    albedo: 0.2,
    conditionShare: 0.93,
    hasSensors: true,
    typicalYield: 1290,
    inverters: inverterRow({
      seed,
      plantKey: key,
      count: 8,
      nameOf: (n) => `逆變器 ${pad(n)}`,
      model: pv60,
      arraysOf: () => [
        {
          mppts: 4,
          stringsPerMppt: 2,
          modulesPerString: 19,
          module: mono450,
          mounting: { kind: 'fixed', tilt: 10, azimuth: 180 },
          thermal: openRack,
        },
      ],
      installedOn: '2021-03-15',
      behavioursOf: (n) => (n === 3 ? [stringLoss(sinceHours(beganAt, 12 * 24 + 3), 4, 0.5)] : []),
    }),
  }
}
