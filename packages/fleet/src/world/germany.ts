import { closeRoof } from '../physics/module-temperature.ts'
import { mono450 } from '../physics/module-types.ts'
import { climates } from './climates.ts'
import { pv15, pv30 } from './inverter-models.ts'
import type { ArraySpec, PlantSpec } from './plant.ts'
import { inverterRow } from './row.ts'

const key = 'freiburg'

/** A barn roof facing east and west: a string pair per side. */
const roof = (azimuth: number, mppts: number, stringsPerMppt: number, modulesPerString: number): ArraySpec => ({
  mppts,
  stringsPerMppt,
  modulesPerString,
  module: mono450,
  mounting: { kind: 'fixed', tilt: 22, azimuth },
  thermal: closeRoof,
})

/** A farm: two inverters, the small old one without power factor control; no irradiance sensor. */
export function freiburg(seed: number): PlantSpec {
  return {
    key,
    name: 'Solarhof Tuniberg',
    description: 'Scheunendach Ost/West, Überschusseinspeisung',
    address: 'Tuniberg, 79112 Freiburg im Breisgau',
    place: { latitude: 47.9857, longitude: 7.7141, altitudeM: 215 },
    timeZone: 'Europe/Berlin',
    price: 0.0786,
    currency: 'EUR',
    installedOn: '2019-05-10',
    temperatureCoefficient: mono450.datasheet.gamma,
    climate: climates.temperate,
    grid: { nominalHz: 50, voltageSpread: 0.012, frequencySpread: 0.015 },
    gridArea: 'europe',
    albedo: 0.18,
    conditionShare: 0.945,
    hasSensors: false,
    typicalYield: 985,
    inverters: inverterRow({
      seed,
      plantKey: key,
      count: 2,
      nameOf: (n) => (n === 1 ? 'Scheune' : 'Maschinenhalle'),
      model: pv30,
      modelOf: (n) => (n === 1 ? pv30 : pv15),
      arraysOf: (n) =>
        n === 1 ? [roof(98, 2, 1, 19), roof(278, 2, 1, 19)] : [roof(98, 1, 1, 18), roof(278, 1, 1, 18)],
      installedOn: '2019-05-10',
    }),
  }
}
