import { fanFailure } from '../behaviour/fan-failure.ts'
import { silence } from '../behaviour/silence.ts'
import { openRack } from '../physics/module-temperature.ts'
import { mono545 } from '../physics/module-types.ts'
import { climates } from './climates.ts'
import { pv100 } from './inverter-models.ts'
import type { PlantSpec } from './plant.ts'
import { inverterRow, pad, sinceHours } from './row.ts'

const key = 'petrolina'

/** Eight inverters facing north; the fifth has not answered for some hours, the second one's fans are blocked. */
export function petrolina(seed: number, beganAt: number): PlantSpec {
  return {
    key,
    name: 'Usina Solar Vale do São Francisco',
    description: 'Usina de solo, geração compartilhada',
    address: 'Rodovia BR-428, Petrolina, PE',
    place: { latitude: -9.4126, longitude: -40.5021, altitudeM: 376 },
    timeZone: 'America/Recife',
    price: 0.74,
    currency: 'BRL',
    installedOn: '2022-08-20',
    temperatureCoefficient: mono545.datasheet.gamma,
    climate: climates.semiArid,
    grid: { nominalHz: 60, voltageSpread: 0.014, frequencySpread: 0.025 },
    gridArea: 'brazil',
    albedo: 0.24,
    conditionShare: 0.935,
    hasSensors: true,
    typicalYield: 1720,
    inverters: inverterRow({
      seed,
      plantKey: key,
      count: 8,
      nameOf: (n) => `Inversor ${pad(n)}`,
      model: { ...pv100, phaseVoltageV: 220 },
      arraysOf: () => [
        {
          mppts: 8,
          stringsPerMppt: 2,
          modulesPerString: 15,
          module: mono545,
          mounting: { kind: 'fixed', tilt: 10, azimuth: 0 },
          thermal: openRack,
        },
      ],
      installedOn: '2022-08-20',
      behavioursOf: (n) => {
        if (n === 5) return [silence(sinceHours(beganAt, 7.4))]
        return n === 2 ? [fanFailure(sinceHours(beganAt, 52), 0.1)] : []
      },
    }),
  }
}
