import type { RegisterKind } from '../modbus/modbus-line.ts'
import type { NumberType, WordOrder } from '../modbus/registers.ts'

/** One value of a maker's register list. */
export interface Register {
  address: number
  type: NumberType
  /** Frame unit per step. */
  step: number
}

/** Frame fields of one register each; lists of phases and trackers are separate. */
export type Quantity =
  | 'powerW'
  | 'reactiveVar'
  | 'frequencyHz'
  | 'cabinetC'
  | 'energyTodayKwh'
  | 'ratedPowerW'
  | 'hoursTotal'

/** Known facts of a model, for devices that report only their model. */
export interface ModelFacts {
  name: string
  inputs?: number
}

/** Constant values beside the serial, in registers of the same kind: read once per serial. */
interface NamePlate {
  blocks: readonly (readonly [address: number, count: number])[]
  ratedPowerW?: Register
  /** Model number, and the models by number. */
  model?: { code: Register; known: Readonly<Record<number, ModelFacts>> }
  /** Number of inputs in the high byte, of phases in the low one. */
  inputsAndPhases?: Register
}

/** Values of one maker's inverters, from its published list. Addresses are those on the wire. */
export interface RegisterMap {
  maker: string
  port: number
  unit: number
  kind: RegisterKind
  order: WordOrder
  /** Pause between the connection and the first question, ms. */
  settleMs: number
  serial: { kind: RegisterKind; address: number; count: number; is32Bits?: true }
  model: { address: number; count: number } | null
  /**
   * Ranges of one request each, and nothing else: some devices stop answering after a question for missing registers.
   */
  blocks: readonly (readonly [address: number, count: number, ofMoreInputsThan?: number])[]
  values: Partial<Record<Quantity, Register>>
  total: Register
  /** Sum of these, W. */
  dcPowers: readonly Register[]
  lists: Partial<
    Record<'acVoltageV' | 'acCurrentA' | 'mpptVoltageV' | 'mpptCurrentA' | 'stringCurrentA', readonly Register[]>
  >
  /** Voltages between the lines AB, BC, CA: some devices report no others. */
  lines?: readonly Register[]
  /** Grid connection: `singlePhase` means one phase, `threeWires` that the phase voltages are between the lines. */
  wiring?: { register: Register; singlePhase: number; threeWires: number }
  plate?: NamePlate
  /**
   * Another family with the same name plate. `isFor`: by its model numbers; without it, this family is tried where the
   * first one reports no power.
   */
  otherwise?: { map: RegisterMap; isFor?: (modelCode: number) => boolean }
  /** Number of inputs: registers of missing inputs hold 0. */
  inputs?: Register
  /**
   * Maps the state to the frame's mode (register 0x101D); other states are on grid while there is power. `limited`:
   * states of reduced power. `mask`: the bits of the register that hold the state.
   */
  state: { register: Register; modes: Readonly<Record<number, number>>; limited?: readonly number[]; mask?: number }
}

/** Values that mean "not available", by type; all ones too, which signed types read as -1. */
export const notThere: Readonly<Record<NumberType, readonly number[]>> = {
  int16: [0x7fff, -0x8000, -1],
  uint16: [0xffff],
  int32: [0x7fff_ffff, -0x8000_0000, -1],
  uint32: [0xffff_ffff],
  int64: [Number(-(2n ** 63n)), -1],
  uint64: [Number(2n ** 64n - 1n)],
  float32: [],
}

export const register =
  (type: NumberType, step: number) =>
  (address: number): Register => ({ address, type, step })

export const uint16 = {
  one: register('uint16', 1),
  tenth: register('uint16', 0.1),
  hundredth: register('uint16', 0.01),
}
export const int16 = { one: register('int16', 1), tenth: register('int16', 0.1), hundredth: register('int16', 0.01) }
export const int32 = {
  one: register('int32', 1),
  tenth: register('int32', 0.1),
  hundredth: register('int32', 0.01),
  thousandth: register('int32', 0.001),
}
export const uint32 = {
  one: register('uint32', 1),
  tenth: register('uint32', 0.1),
  hundredth: register('uint32', 0.01),
}
