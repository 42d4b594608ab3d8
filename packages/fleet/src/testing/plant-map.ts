import type { PlantMap } from '../import/plant-map.ts'

/** A plant of two inverters in Berlin, for tests. */
export const twoInverters: PlantMap = {
  station: {
    name: 'Two inverters',
    installedOn: '2020-01-01',
    capacityKwp: 20,
    energyBaseKwh: 0,
    temperatureCoefficient: -0.004,
    description: '',
    latitude: 52.5,
    longitude: 13.4,
    timeZone: 'Europe/Berlin',
    address: '',
    price: 0.1,
    currency: 'EUR',
    sortNumber: 0,
  },
  time: { column: 'time', format: 'YYYY-MM-DD HH:mm', zone: 'Europe/Berlin' },
  intervalMinutes: 5,
  devices: [
    {
      serial: 'TEST-1',
      name: 'One',
      model: 'T',
      ratedPowerW: 10_000,
      capacityKwp: 10,
      power: { column: 'p1', unit: 'W' },
    },
    {
      serial: 'TEST-2',
      name: 'Two',
      model: 'T',
      ratedPowerW: 10_000,
      capacityKwp: 10,
      power: { column: 'p2', unit: 'kW' },
    },
  ],
  sensors: {
    irradianceWm2: { columns: ['g1', 'g2'], unit: 'W/m2' },
    ambientC: { columns: ['t'], unit: 'F' },
  },
}
