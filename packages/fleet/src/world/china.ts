import { gridOutage } from '../behaviour/grid-outage.ts'
import { openRack } from '../physics/module-temperature.ts'
import { mono545 } from '../physics/module-types.ts'
import { seedOf, uniform } from '../random/noise.ts'
import { climates } from './climates.ts'
import { pv250 } from './inverter-models.ts'
import type { PlantSpec } from './plant.ts'
import { inverterRow, pad } from './row.ts'

const key = 'dunhuang'
const dayMs = 86_400_000

/** 06:10 UTC, just after solar noon there, six days before the world began. */
const outageStart = (beganAt: number) => Math.floor(beganAt / dayMs) * dayMs - 6 * dayMs + (6 * 60 + 10) * 60_000

/** Twenty-four large inverters on one feeder, which tripped for 70 min last week: E3 on all, back one after another. */
export function dunhuang(seed: number, beganAt: number): PlantSpec {
  const from = outageStart(beganAt)
  return {
    key,
    name: '敦煌光电园区一号电站',
    description: '集中式地面电站，35 kV 并网',
    address: '甘肃省酒泉市敦煌市光电产业园区',
    place: { latitude: 40.0867, longitude: 94.4305, altitudeM: 1140 },
    timeZone: 'Asia/Shanghai',
    price: 0.3078,
    currency: 'CNY',
    installedOn: '2023-06-28',
    temperatureCoefficient: mono545.datasheet.gamma,
    climate: climates.coldDesert,
    grid: { nominalHz: 50, voltageSpread: 0.008, frequencySpread: 0.015 },
    gridArea: 'china',
    albedo: 0.3,
    conditionShare: 0.925,
    hasSensors: true,
    typicalYield: 1760,
    inverters: inverterRow({
      seed,
      plantKey: key,
      count: 24,
      nameOf: (n) => `${n <= 12 ? 'A' : 'B'} 区 ${pad(n)} 号逆变器`,
      model: pv250,
      arraysOf: () => [
        {
          mppts: 12,
          stringsPerMppt: 2,
          modulesPerString: 24,
          module: mono545,
          mounting: { kind: 'fixed', tilt: 37, azimuth: 180 },
          thermal: openRack,
        },
      ],
      installedOn: '2023-06-28',
      behavioursOf: (_, serial) => [
        gridOutage({ from, to: from + 70 * 60_000 }, 60_000 + 240_000 * uniform(seedOf(seed, serial), 5, 0)),
      ],
    }),
  }
}
