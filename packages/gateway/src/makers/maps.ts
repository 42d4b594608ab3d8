import { deviceModes } from '@helioport/contract'
import { growatt } from './growatt-maps.ts'
import { smaModels } from './sma-models.ts'
import { sungrow } from './sungrow-maps.ts'
import { int16, int32, register, type RegisterMap, uint16, uint32 } from './register-map.ts'

const { standby, onGrid, fault, shutdown } = deviceModes
const wattHours = register('uint64', 0.001)

const twelve = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]

/** SUN2000: one connection, which a new one replaces; no answers in the first second after connecting. */
const huawei: RegisterMap = {
  maker: 'Huawei',
  port: 502,
  unit: 1,
  kind: 'holding',
  order: 'highFirst',
  settleMs: 1500,
  serial: { kind: 'holding', address: 30_015, count: 10 },
  model: { address: 30_000, count: 15 },
  blocks: [
    [30_071, 2],
    [30_073, 2],
    [32_016, 4],
    [32_020, 4, 2],
    [32_024, 8, 4],
    [32_032, 8, 8],
    [32_064, 26],
    [32_106, 10],
  ],
  values: {
    ratedPowerW: uint32.one(30_073),
    powerW: int32.one(32_080),
    reactiveVar: int32.one(32_082),
    frequencyHz: uint16.hundredth(32_085),
    cabinetC: int16.tenth(32_087),
    energyTodayKwh: uint32.hundredth(32_114),
  },
  total: uint32.hundredth(32_106),
  dcPowers: [int32.one(32_064)],
  lists: {
    acVoltageV: [32_069, 32_070, 32_071].map(uint16.tenth),
    acCurrentA: [32_072, 32_074, 32_076].map(int32.thousandth),
    mpptVoltageV: twelve.map((nth) => int16.tenth(32_016 + 2 * nth)),
    mpptCurrentA: twelve.map((nth) => int16.hundredth(32_017 + 2 * nth)),
  },
  lines: [32_066, 32_067, 32_068].map(uint16.tenth),
  inputs: uint16.one(30_071),
  state: {
    register: uint16.one(32_089),
    modes: {
      0x0000: standby,
      0x0001: standby,
      0x0002: standby,
      0x0003: standby,
      0x0100: standby,
      0x0200: onGrid,
      0x0201: onGrid,
      0x0202: onGrid,
      0x0300: fault,
      0x0301: shutdown,
      0xa000: standby,
    },
    limited: [0x0201, 0x0202],
  },
}

/** SMA's own map, at unit 3; SunSpec is at unit 126. */
const sma: RegisterMap = {
  maker: 'SMA',
  port: 502,
  unit: 3,
  kind: 'holding',
  order: 'highFirst',
  settleMs: 0,
  serial: { kind: 'holding', address: 30_057, count: 2, is32Bits: true },
  model: null,
  plate: { blocks: [[30_053, 2]], model: { code: uint32.one(30_053), known: smaModels } },
  blocks: [
    [30_201, 2],
    [30_233, 2],
    [30_513, 8],
    [30_769, 8],
    [30_783, 6],
    [30_803, 4],
    [30_953, 2],
    [30_957, 6],
    [30_977, 6],
  ],
  values: {
    ratedPowerW: uint32.one(30_233),
    powerW: int32.one(30_775),
    reactiveVar: int32.one(30_805),
    frequencyHz: uint32.hundredth(30_803),
    cabinetC: int32.tenth(30_953),
    energyTodayKwh: wattHours(30_517),
  },
  total: wattHours(30_513),
  dcPowers: [int32.one(30_773), int32.one(30_961)],
  lists: {
    acVoltageV: [30_783, 30_785, 30_787].map(uint32.hundredth),
    acCurrentA: [30_977, 30_979, 30_981].map(int32.thousandth),
    mpptVoltageV: [30_771, 30_959].map(int32.hundredth),
    mpptCurrentA: [30_769, 30_957].map(int32.thousandth),
  },
  state: { register: uint32.one(30_201), modes: { 35: fault, 303: standby, 307: onGrid, 455: onGrid } },
}

/** DT and SDT. */
export const goodwe: RegisterMap = {
  maker: 'GoodWe',
  port: 502,
  unit: 247,
  kind: 'holding',
  order: 'highFirst',
  settleMs: 0,
  serial: { kind: 'holding', address: 512, count: 8 },
  model: null,
  blocks: [[768, 22]],
  values: {
    powerW: uint16.one(781),
    frequencyHz: uint16.hundredth(778),
    cabinetC: int16.tenth(783),
    hoursTotal: uint32.one(788),
  },
  total: uint32.tenth(786),
  dcPowers: [],
  lists: {
    acVoltageV: [772, 773, 774].map(uint16.tenth),
    acCurrentA: [775, 776, 777].map(uint16.tenth),
    mpptVoltageV: [768, 769].map(uint16.tenth),
    mpptCurrentA: [770, 771].map(uint16.tenth),
  },
  state: { register: uint16.one(782), modes: { 0: standby, 1: onGrid, 2: fault } },
}

/** By the maker's word on the command line. */
export const registerMaps = { huawei, sungrow, sma, goodwe, growatt } as const
export type Maker = keyof typeof registerMaps
