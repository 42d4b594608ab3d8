import Type, { type Static } from 'typebox'
import { alarmCodes } from '../alarms.ts'
import { Instant, Nullable, object, oneOf } from './common.ts'

const Value = Nullable(Type.Number())
const Vector = Type.Array(Value)

/** All values of a device at one instant; null: not measured. Vectors start at 1, phases at L1. */
export const DeviceValues = object({
  powerW: Value,
  reactiveVar: Value,
  powerFactor: Value,
  frequencyHz: Value,
  dcPowerW: Value,
  cabinetC: Value,
  energyTotalKwh: Value,
  energyTodayKwh: Value,
  hoursTotal: Value,
  acVoltageV: Vector,
  acCurrentA: Vector,
  mpptVoltageV: Vector,
  mpptCurrentA: Vector,
  stringCurrentA: Vector,
})
export type DeviceValues = Static<typeof DeviceValues>

/** One frame as the device sent it. */
export const DeviceHistoryRow = object({
  at: Instant,
  /** Delay from measurement to arrival, s. */
  delayS: Type.Integer(),
  /** Register 0x101D, see deviceModes; null: not reported. */
  mode: Nullable(Type.Integer()),
  errorWord: Nullable(Type.Integer()),
  /** Codes set in the error word. */
  codes: Type.Array(oneOf(alarmCodes)),
  ...DeviceValues.properties,
})
export type DeviceHistoryRow = Static<typeof DeviceHistoryRow>
