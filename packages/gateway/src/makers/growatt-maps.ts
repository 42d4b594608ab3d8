import { deviceModes } from '@helioport/contract'
import { int32, int16, type RegisterMap, uint16, uint32 } from './register-map.ts'

const { standby, onGrid, fault } = deviceModes

const common = {
  maker: 'Growatt',
  port: 502,
  unit: 1,
  kind: 'input',
  order: 'highFirst',
  settleMs: 0,
  serial: { kind: 'holding', address: 23, count: 5 },
  model: null,
  plate: {
    blocks: [
      [6, 2],
      [44, 1],
    ],
    ratedPowerW: uint32.tenth(6),
    inputsAndPhases: uint16.one(44),
  },
} as const

/** Per input: voltage, current, and two registers of power. */
const inputsFrom = (first: number, count: number) => Array.from({ length: count }, (_, nth) => first + 4 * nth)

/** TL-X and TL-XH: some have their measurements only from register 3000 on. */
const singlePhase: RegisterMap = {
  ...common,
  blocks: [
    [3000, 55],
    [3093, 1],
  ],
  values: {
    powerW: int32.tenth(3023),
    frequencyHz: uint16.hundredth(3025),
    cabinetC: int16.tenth(3093),
    energyTodayKwh: uint32.tenth(3049),
  },
  total: uint32.tenth(3051),
  dcPowers: [uint32.tenth(3001)],
  lists: {
    acVoltageV: [3026, 3030, 3034].map(uint16.tenth),
    acCurrentA: [3027, 3031, 3035].map(uint16.tenth),
    mpptVoltageV: inputsFrom(3003, 4).map(uint16.tenth),
    mpptCurrentA: inputsFrom(3004, 4).map(uint16.tenth),
  },
  state: { register: uint16.one(3000), modes: { 0: standby, 1: onGrid, 3: fault }, mask: 0xff },
}

/** Inverters behind a ShineLan-X2. */
export const growatt: RegisterMap = {
  ...common,
  blocks: [
    [0, 59],
    [93, 1],
  ],
  values: {
    powerW: int32.tenth(35),
    frequencyHz: uint16.hundredth(37),
    cabinetC: int16.tenth(93),
    energyTodayKwh: uint32.tenth(53),
  },
  total: uint32.tenth(55),
  dcPowers: [uint32.tenth(1)],
  lists: {
    acVoltageV: [38, 42, 46].map(uint16.tenth),
    acCurrentA: [39, 43, 47].map(uint16.tenth),
    mpptVoltageV: inputsFrom(3, 8).map(uint16.tenth),
    mpptCurrentA: inputsFrom(4, 8).map(uint16.tenth),
  },
  state: { register: uint16.one(0), modes: { 0: standby, 1: onGrid, 3: fault } },
  otherwise: { map: singlePhase },
}
