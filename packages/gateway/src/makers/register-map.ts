import type { RegisterKind } from '../modbus/modbus-line.ts'
import type { NumberType, WordOrder } from '../modbus/registers.ts'

/** One value of a maker's own list. */
export interface Register {
  address: number
  type: NumberType
  /** Our unit for one step. */
  step: number
}

/** Fields of our frame that are one register each; the lists of phases and trackers stand apart. */
export type Quantity =
  | 'powerW'
  | 'reactiveVar'
  | 'frequencyHz'
  | 'cabinetC'
  | 'energyTodayKwh'
  | 'ratedPowerW'
  | 'hoursTotal'

/** What a model is known to have, where the device says no more than which model it is. */
export interface ModelFacts {
  name: string
  inputs?: number
}

/** What never changes beside the serial, and stands among registers of its kind: read once for each serial. */
interface NamePlate {
  blocks: readonly (readonly [address: number, count: number])[]
  ratedPowerW?: Register
  /** The number of its model, and what the numbers mean. */
  model?: { code: Register; known: Readonly<Record<number, ModelFacts>> }
  /** Inputs in the high byte, phases in the low one. */
  inputsAndPhases?: Register
}

/** What one maker's inverters tell, from the maker's published list. Addresses are those on the wire. */
export interface RegisterMap {
  maker: string
  port: number
  unit: number
  kind: RegisterKind
  order: WordOrder
  /** Between the connection and the first question, ms. */
  settleMs: number
  serial: { kind: RegisterKind; address: number; count: number; is32Bits?: true }
  model: { address: number; count: number } | null
  /** What is read in one request: nothing else, since some are deaf after a question for what they do not have. */
  blocks: readonly (readonly [address: number, count: number, ofMoreInputsThan?: number])[]
  values: Partial<Record<Quantity, Register>>
  total: Register
  /** Sum of these, W. */
  dcPowers: readonly Register[]
  lists: Partial<
    Record<'acVoltageV' | 'acCurrentA' | 'mpptVoltageV' | 'mpptCurrentA' | 'stringCurrentA', readonly Register[]>
  >
  /** Voltages between the lines AB, BC, CA: some tell no others. */
  lines?: readonly Register[]
  /** What it is connected to: by `singlePhase` it has one, by `threeWires` its voltages of phases are between the lines. */
  wiring?: { register: Register; singlePhase: number; threeWires: number }
  plate?: NamePlate
  /**
   * Another family behind the same name plate. `isFor`: the numbers of its models; without, it is the one that tells its
   * power where the first tells none.
   */
  otherwise?: { map: RegisterMap; isFor?: (modelCode: number) => boolean }
  /** How many inputs it has: of more there are registers, which hold 0. */
  inputs?: Register
  /**
   * How its state reads as our mode (register 0x101D); what is not named is on grid while it gives power.
   * `limited`: it gives less than it could. `mask`: the bits of the register that say it.
   */
  state: { register: Register; modes: Readonly<Record<number, number>>; limited?: readonly number[]; mask?: number }
}

/** What means "not there", by type; all ones too, where a sign makes -1 of them. */
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
