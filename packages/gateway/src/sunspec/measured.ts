import { deviceModes } from '@helioport/contract'
import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import { phasesOfLines } from '../source/three-wire.ts'
import { measuredRow, present, tidyNumber } from '../source/tidy.ts'
import type { Block, Repeat } from './decode.ts'
import { batteryStateOf } from './notes.ts'

/** Blocks of one inverter that answered. */
export interface InverterBlocks {
  /** 101 to 103, 111 to 113, or 701. */
  inverter: Block
  trackers: Block | null
  /** 122 */
  status: Block | null
  /** 124: a battery, or the connection for one. */
  storage: Block | null
}

type Measured = Pick<
  DeviceFrame,
  | 'powerW'
  | 'reactiveVar'
  | 'powerFactor'
  | 'frequencyHz'
  | 'acVoltageV'
  | 'acCurrentA'
  | 'dcPowerW'
  | 'mpptVoltageV'
  | 'mpptCurrentA'
  | 'cabinetC'
>

const bit = { manualShutdown: 6 }
const photovoltaicPort = 0

/** Names of the AC points in both families of models. */
const namesOf = (is701: boolean) =>
  is701
    ? {
        var: 'Var',
        voltages: ['VL1', 'VL2', 'VL3'],
        lines: ['VL1L2', 'VL2L3', 'VL3L1'],
        currents: ['AL1', 'AL2', 'AL3'],
      }
    : {
        var: 'VAr',
        voltages: ['PhVphA', 'PhVphB', 'PhVphC'],
        lines: ['PPVphAB', 'PPVphBC', 'PPVphCA'],
        currents: ['AphA', 'AphB', 'AphC'],
      }

export const is701 = (block: Block): boolean => block.model.id === 701

/** Values of the blocks in the units of a frame; missing ones are absent. */
export function measuredBy({ inverter, trackers, storage }: InverterBlocks): Measured {
  const names = namesOf(is701(inverter))
  const powerW = inverter.value('W')
  const reactiveVar = inverter.value(names.var)
  const inputs = trackers ? trackersOf(trackers) : []
  const ofInputs = sumOf(inputs.map((input) => input.value('DCW')))
  // The inverter's own sum includes the battery.
  const hasBattery = batteryStateOf(storage) !== null || inputs.length < (trackers?.repeats().length ?? 0)
  const mpptVoltageV = measuredRow(inputs.map((input) => input.value('DCV')))
  const mpptCurrentA = measuredRow(inputs.map((input) => input.value('DCA')))
  const acVoltageV = measuredRow(voltagesOf(inverter, names))
  const acCurrentA = measuredRow(names.currents.map((name) => inverter.value(name)))
  return present({
    powerW,
    reactiveVar,
    powerFactor: powerFactorOf(powerW, reactiveVar, inverter.value('VA')),
    frequencyHz: inverter.value('Hz'),
    acVoltageV,
    acCurrentA,
    dcPowerW: hasBattery ? ofInputs : (inverter.value('DCW') ?? ofInputs),
    mpptVoltageV,
    mpptCurrentA,
    cabinetC: inverter.value('TmpCab') ?? inverter.value('TmpSnk'),
  })
}

/** A single phase, or phases without a neutral, may be reported line to line only. */
function voltagesOf(inverter: Block, { voltages, lines }: ReturnType<typeof namesOf>): (number | undefined)[] {
  const told = (names: readonly string[]) => names.map((name) => inverter.value(name))
  const phases = told(voltages)
  if (phases.some((voltage) => voltage !== undefined)) return phases
  const between = told(lines)
  return between.some((voltage) => voltage !== undefined) ? phasesOfLines(between) : [inverter.value('LNV')]
}

/** Inputs with modules, without those of a battery. */
function trackersOf(block: Block): Repeat[] {
  return block
    .repeats()
    .filter((input) =>
      block.model.id === 714
        ? (input.value('PrtTyp') ?? photovoltaicPort) === photovoltaicPort
        : !/^St(Dis)?Cha/i.test(input.text('IDStr')),
    )
}

/**
 * Computed from power and apparent power, which mean the same on all devices: as power factor they send percent,
 * fractions, or the sign of the power in place of the excitation. Positive injects reactive power.
 */
function powerFactorOf(powerW?: number, reactiveVar?: number, apparentVa?: number): number | undefined {
  if (powerW === undefined) return undefined
  const apparent = apparentVa ?? (reactiveVar === undefined ? undefined : Math.hypot(powerW, reactiveVar))
  if (apparent === undefined || apparent <= 0) return undefined
  const size = Math.min(1, Math.abs(powerW) / apparent)
  return tidyNumber((reactiveVar ?? 0) < 0 ? -size : size)
}

/** Register 0x101D, and whether the power is limited; undefined if the device reports no state. */
export function modeOf(inverter: Block): Pick<DeviceFrame, 'mode' | 'subState'> {
  const state = is701(inverter) ? plusOne(inverter.value('InvSt')) : inverter.value('St')
  const events = inverter.value(is701(inverter) ? 'Alrm' : 'Evt1') ?? 0
  if ((events >>> bit.manualShutdown) & 1) return { mode: deviceModes.shutdown }
  switch (state) {
    case undefined:
      return {}
    case 4:
      return { mode: deviceModes.onGrid }
    case 5:
      return { mode: deviceModes.onGrid, subState: 'limited' }
    case 7:
      return { mode: deviceModes.fault }
    case 1:
    case 2:
    case 3:
    case 6:
    case 8:
      return { mode: deviceModes.standby }
    default:
      return { mode: (inverter.value('W') ?? 0) > 0 ? deviceModes.onGrid : deviceModes.standby }
  }
}

/** States of model 701 count from 0, those of the older models from 1. */
const plusOne = (state: number | undefined) => (state === undefined ? undefined : state + 1)

/** Models 302, 303, 306 and 307: irradiance, temperature at the back of modules, a reference point, weather. */
export function sensorsBy(blocks: readonly Block[], at: number): SensorFrame | null {
  const of = (id: number) => blocks.find(({ model }) => model.id === id)
  // The first sensor of a kind that measures it.
  const first = (id: number, name: string) =>
    of(id)
      ?.repeats()
      .map((one) => one.value(name))
      .find((value) => value !== undefined)
  const weather = of(307)
  const found = present({
    irradianceWm2: first(302, 'POAI'),
    horizontalWm2: first(302, 'GHI') ?? of(306)?.value('GHI'),
    moduleC: first(303, 'TmpBOM'),
    ambientC: weather?.value('TmpAmb'),
    windMs: weather?.value('WndSpd'),
  })
  return Object.keys(found).length > 0 ? { at, ...found } : null
}

function sumOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length > 0 && known.length === values.length
    ? tidyNumber(known.reduce((sum, value) => sum + value, 0))
    : undefined
}
