import type { Station } from '@helioport/contract'

/** A whole station for tests; say only what the test is about. */
export function anyStation(change: Partial<Station> = {}): Station {
  return {
    id: '0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e01',
    memberId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    name: 'Changhua Roof',
    installedOn: '2023-04-01',
    capacityKwp: 100,
    energyBaseKwh: 0,
    temperatureCoefficient: -0.0035,
    description: '',
    latitude: 24.08,
    longitude: 120.54,
    timeZone: 'Asia/Taipei',
    address: 'Changhua, Taiwan',
    price: 4.5,
    currency: 'TWD',
    sortNumber: 1,
    status: 'normal',
    statusReason: 'producing',
    age: { state: 'live', measuredAt: '2026-11-21T03:55:00.000Z' },
    deviceCounts: { normal: 4, abnormal: 0, standby: 0, offline: 0 },
    openAlarms: 0,
    rights: ['view', 'income', 'alarms', 'logs', 'control', 'iv', 'manage'],
    powerW: 52_000,
    energyTodayKwh: 210,
    energyYesterdayKwh: 390,
    energyTotalKwh: 123_456,
    specificYieldToday: 2.1,
    incomeToday: 945,
    coverageToday: 1,
    sparkline: [],
    ...change,
  }
}
