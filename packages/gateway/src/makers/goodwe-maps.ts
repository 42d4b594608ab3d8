import { deviceModes } from '@helioport/contract'
import { goodwe } from './maps.ts'
import { int16, int32, type RegisterMap, uint16, uint32 } from './register-map.ts'

const { standby, onGrid, offGrid, fault } = deviceModes
const common = { maker: 'GoodWe', port: 8899, kind: 'holding', order: 'highFirst', settleMs: 0 } as const

/** ET, EH, BT, BH: hybrids. Power is the inverter's, including its battery; the counter is that of the modules. */
const hybrid: RegisterMap = {
  ...common,
  unit: 247,
  serial: { kind: 'holding', address: 35_003, count: 8 },
  model: { address: 35_011, count: 5 },
  blocks: [
    [35_001, 1],
    [35_100, 99],
  ],
  values: {
    ratedPowerW: uint16.one(35_001),
    powerW: int16.one(35_138),
    frequencyHz: uint16.hundredth(35_123),
    cabinetC: int16.tenth(35_174),
    energyTodayKwh: uint32.tenth(35_193),
    hoursTotal: uint32.one(35_197),
  },
  total: uint32.tenth(35_191),
  dcPowers: [35_105, 35_109, 35_113, 35_117].map(int32.one),
  lists: {
    acVoltageV: [35_121, 35_126, 35_131].map(uint16.tenth),
    acCurrentA: [35_122, 35_127, 35_132].map(uint16.tenth),
    mpptVoltageV: [35_103, 35_107, 35_111, 35_115].map(uint16.tenth),
    mpptCurrentA: [35_104, 35_108, 35_112, 35_116].map(uint16.tenth),
  },
  state: {
    register: uint16.one(35_187),
    modes: { 0: standby, 1: onGrid, 2: offGrid, 3: fault, 4: standby, 5: standby },
  },
}

/** Present DT, SDT, MS, D-NS, XS: no battery. */
const gridOnly: RegisterMap = {
  ...common,
  unit: 127,
  serial: { kind: 'holding', address: 30_004, count: 8 },
  model: { address: 30_012, count: 5 },
  blocks: [[30_100, 49]],
  values: {
    powerW: int32.one(30_127),
    frequencyHz: uint16.hundredth(30_124),
    cabinetC: int16.tenth(30_141),
    energyTodayKwh: uint16.tenth(30_144),
    hoursTotal: uint32.one(30_147),
  },
  total: uint32.tenth(30_145),
  dcPowers: [],
  lists: {
    acVoltageV: [30_118, 30_119, 30_120].map(uint16.tenth),
    acCurrentA: [30_121, 30_122, 30_123].map(uint16.tenth),
    mpptVoltageV: [30_103, 30_105, 30_107].map(uint16.tenth),
    mpptCurrentA: [30_104, 30_106, 30_108].map(uint16.tenth),
  },
  state: { register: uint16.one(30_129), modes: { 0: standby, 1: onGrid, 2: fault, 4: standby } },
}

/** Families that may be behind port 8899, and the units that each answers. */
export const goodweMaps: readonly { map: RegisterMap; units: readonly number[] }[] = [
  { map: hybrid, units: [247] },
  { map: gridOnly, units: [127, 247] },
  { map: goodwe, units: [127, 247] },
]
