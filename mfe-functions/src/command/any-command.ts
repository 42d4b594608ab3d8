import type { CommandDetail } from '@helioport/contract'

const factor = (value: number) => ({ kind: 'reactivePower', value, points: null }) as const

type Device = CommandDetail['devices'][number]

/** A command device with a read-back value, for tests; `change` overrides. */
export function anyCommandDevice(number: number, change: Partial<Device> = {}): Device {
  return {
    deviceId: `0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e0${number}`,
    name: `INV 0${number}`,
    serial: `2502-6576417${number}P`,
    model: 'PV60000T',
    loggerSerial: 'DL3922-3035690',
    ahead: null,
    state: 'READ_BACK_OK',
    reason: null,
    powerFactor: -0.9,
    formerPowerFactor: 1,
    readBackPowerFactor: -0.9,
    setting: factor(-0.9),
    formerSetting: factor(1),
    readBackSetting: factor(-0.9),
    raw: -900,
    readBackRaw: -900,
    isCanary: false,
    strings: null,
    stopping: false,
    ivScanId: null,
    changedAt: '2026-11-21T03:55:03.000Z',
    steps: [],
    ...change,
  }
}

/** A complete command of one device, for tests. */
export function anyCommand(change: Partial<CommandDetail> = {}): CommandDetail {
  return {
    id: '7c9e6679-7425-40de-944b-e07fc1f90a01',
    kind: 'reactivePower',
    cause: 'person',
    ofCommandId: null,
    stationId: '5b1a2c3d-7425-40de-944b-e07fc1f90ae7',
    stationName: 'Changhua Roof',
    memberId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    timeZone: 'Asia/Taipei',
    userName: 'owner',
    powerFactor: -0.9,
    setting: factor(-0.9),
    createdAt: '2026-11-21T03:55:00.000Z',
    expiresAt: '2026-11-21T04:10:00.000Z',
    revertAt: null,
    takenBackBy: null,
    ended: true,
    counts: { total: 1, open: 0, done: 1, failed: 0, cancelled: 0 },
    undoable: true,
    cancellable: false,
    orderId: '7c9e6679-7425-40de-944b-e07fc1f90aff',
    hold: null,
    revertAfterMinutes: null,
    together: [],
    devices: [anyCommandDevice(1)],
    ...change,
  }
}
