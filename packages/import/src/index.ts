export { timeReader } from './cell/time-format.ts'
export {
  energyUnits,
  type EnergyUnit,
  powerUnits,
  type PowerUnit,
  type SensorName,
  sensorNames,
  type SensorUnit,
  sensorUnits,
} from './cell/units.ts'
export type { DevicePlan, ImportPlan } from './plan.ts'
export { FileProblem } from './problem.ts'
export { type Loss, type LossReason, lossReasons } from './row/losses.ts'
export type { DeviceValues } from './row/measured-rows.ts'
export { type HeldRow, type MeasuredPlant, readPlant } from './row/read-plant.ts'
export type { SourceFile } from './table/table.ts'
