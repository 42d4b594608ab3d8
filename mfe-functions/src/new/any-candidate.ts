import type { CommandCandidate } from '@helioport/contract'

/** A complete candidate without obstacles, for tests; `change` overrides. */
export function anyCandidate(change: Partial<CommandCandidate> = {}): CommandCandidate {
  return {
    deviceId: '0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e01',
    memberId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    name: 'INV 01',
    serial: '2502-65764179P',
    model: 'PV60000T',
    stationId: '5b1a2c3d-7425-40de-944b-e07fc1f90ae7',
    stationName: 'Changhua Roof',
    status: 'normal',
    statusReason: 'producing',
    timeZone: 'Asia/Taipei',
    age: { state: 'live', measuredAt: '2026-11-21T03:55:00.000Z' },
    ratedPowerW: 60_000,
    apparentVA: 66_000,
    powerW: 41_000,
    reactiveVar: 0,
    powerFactor: 1,
    reactivePowerObstacles: [],
    ivScanObstacles: [],
    controls: ['reactivePower', 'fixedReactive', 'powerFactorCurve', 'voltageCurve', 'powerLimit'],
    settingObstacles: [],
    settings: [],
    ...change,
  }
}
