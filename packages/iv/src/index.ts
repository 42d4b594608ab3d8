export { cellFromBack } from './curve/cell-heat.ts'
export type { Conditions, Curve } from './curve/curve.ts'
export { curveProblems, type CurveProblem } from './curve/clean.ts'
export { type Figures, measure, type Measured } from './curve/figures.ts'
export { checkModule, type ModuleData, moduleProblems, type ModuleProblem } from './module/module-data.ts'
export { commonModules, findModule } from './module/common-modules.ts'
export { procedure1, type Procedure1, procedure2, type Procedure2 } from './stc/procedures.ts'
export type { StringModules, SweptAt } from './stc/coefficients.ts'
export { type AtStc, scanToStc, type SweptString, toStc } from './stc/to-stc.ts'
export {
  type Basis,
  type Evidence,
  type SilenceCode,
  silenceCodes,
  type Verdict,
  type VerdictCode,
  verdictCodes,
} from './verdict/codes.ts'
export { judgeScan, type StringResult, tooDarkWm2 } from './verdict/judge-scan.ts'
export type { Scan, StringOfScan } from './verdict/scan.ts'
export { type ReadCurve, readCurves, readProblems, type ReadProblem, type ReadResult } from './read/read-curves.ts'
