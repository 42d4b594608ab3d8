import { deviceModes } from '@helioport/contract'
import { sungrowModels } from './sungrow-models.ts'
import { int16, int32, register, type RegisterMap, uint16, uint32 } from './register-map.ts'

const { standby, onGrid, offGrid, fault, shutdown } = deviceModes
const common = { maker: 'Sungrow', port: 502, unit: 1, kind: 'input', order: 'lowFirst', settleMs: 0 } as const
const plate = {
  serial: { kind: 'input', address: 4989, count: 10 },
  model: null,
  plate: { blocks: [[4999, 1]], model: { code: uint16.one(4999), known: sungrowModels } },
  wiring: { register: uint16.one(5001), singlePhase: 0, threeWires: 2 },
} as const

/** SH: hybrids. Power is the inverter's, including its battery; the counter is that of the modules. */
const hybrid: RegisterMap = {
  ...common,
  ...plate,
  blocks: [
    [5000, 38],
    [12_999, 36],
  ],
  values: {
    ratedPowerW: register('uint16', 100)(5000),
    powerW: int32.one(13_033),
    reactiveVar: int32.one(5032),
    frequencyHz: uint16.tenth(5035),
    cabinetC: int16.tenth(5007),
    energyTodayKwh: uint16.tenth(13_001),
  },
  total: uint32.tenth(13_002),
  dcPowers: [uint32.one(5016)],
  lists: {
    acVoltageV: [5018, 5019, 5020].map(uint16.tenth),
    acCurrentA: [13_030, 13_031, 13_032].map(int16.tenth),
    mpptVoltageV: [5010, 5012, 5014].map(uint16.tenth),
    mpptCurrentA: [5011, 5013, 5015].map(uint16.tenth),
  },
  state: {
    register: uint16.one(12_999),
    modes: {
      0x0002: shutdown,
      0x0008: standby,
      0x0010: standby,
      0x0020: standby,
      0x0040: onGrid,
      0x0100: fault,
      0x0800: onGrid,
      0x1000: offGrid,
      0x4000: onGrid,
    },
  },
}

/** Voltages of the inputs, each followed by its current: three in the first block, nine in another. */
const inputs = [5010, 5012, 5014, 5114, 5116, 5118, 5120, 5122, 5124, 5126, 5128, 5130]
const strings = Array.from({ length: 24 }, (_, nth) => 7012 + nth)
/** High bytes of the model numbers of hybrids. */
const hybridFamilies = new Set([0x0d, 0x0e])

/** SG: 32 bits, low word first; the document's addresses are one higher than those on the wire. */
export const sungrow: RegisterMap = {
  ...common,
  ...plate,
  blocks: [
    [5000, 38],
    [5114, 6, 3],
    [5120, 12, 6],
    [7012, 24],
  ],
  values: {
    ratedPowerW: register('uint16', 100)(5000),
    powerW: uint32.one(5030),
    reactiveVar: int32.one(5032),
    frequencyHz: uint16.tenth(5035),
    cabinetC: int16.tenth(5007),
    energyTodayKwh: uint16.tenth(5002),
    hoursTotal: uint32.one(5005),
  },
  total: uint32.one(5003),
  dcPowers: [uint32.one(5016)],
  lists: {
    acVoltageV: [5018, 5019, 5020].map(uint16.tenth),
    acCurrentA: [5021, 5022, 5023].map(int16.tenth),
    mpptVoltageV: inputs.map(uint16.tenth),
    mpptCurrentA: inputs.map((voltage) => uint16.tenth(voltage + 1)),
    stringCurrentA: strings.map(uint16.hundredth),
  },
  otherwise: { map: hybrid, isFor: (code) => hybridFamilies.has(code >> 8) },
  state: {
    register: uint16.one(5037),
    modes: {
      0x0000: onGrid,
      0x1200: standby,
      0x1300: shutdown,
      0x1400: standby,
      0x1500: shutdown,
      0x1600: standby,
      0x5500: fault,
      0x8000: shutdown,
      0x8100: onGrid,
      0x8200: onGrid,
      0x9100: onGrid,
    },
    limited: [0x8100, 0x8200],
  },
}
