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
export { FileProblem, fileProblems } from './problem.ts'
export { type Loss, type LossReason, lossReasons } from './row/losses.ts'
export type { DeviceValues } from './row/measured-rows.ts'
export { type HeldRow, type MeasuredPlant, readPlant } from './row/read-plant.ts'
export type { SourceFile } from './table/table.ts'
export { type ColumnKind, columnKinds, unitsOf } from './guess/guess-column.ts'
export {
  type Guess,
  type GuessedColumn,
  guessPlan,
  isOfDevice,
  type KnownDevice,
  type Question,
} from './guess/guess-plan.ts'
export { guessFiles } from './guess/guess-files.ts'
export { keyNamed, sourceNamed } from './guess/source-named.ts'
export { type ChosenPlan, planOf } from './guess/plan-of.ts'
export { type DaySum, daySums, fingerprintOf, sourceRows, type SourceRows } from './history/source-rows.ts'
export type { FileZone } from './row/own-time.ts'
export type { SumRow } from './row/sum-rows.ts'
export { type FileProblemCode } from './problem.ts'
export type { ReadLimits } from './table/table.ts'
export type { Unit } from './cell/units.ts'
