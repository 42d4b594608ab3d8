export const technologies = [
  'backSurfaceField',
  'perc',
  'topcon',
  'heterojunction',
  'backContact',
  'cadmiumTelluride',
] as const
export type Technology = (typeof technologies)[number]

/** Datasheet values of a module at 1000 W/m2 and 25 degC, also for free entry. */
export interface ModuleData {
  manufacturer: string
  model: string
  iscA: number
  vocV: number
  impA: number
  vmpV: number
  /** Temperature coefficients of Isc, Voc and Pmp, 1/K: 0.05 %/K is 0.0005. */
  alpha: number
  beta: number
  gamma: number
  /** Cells in series; for half-cut cells half of their number. */
  cells: number
  technology?: Technology
}

export const moduleProblems = [
  'notPositive',
  'impNotBelowIsc',
  'vmpNotBelowVoc',
  'fillFactorImplausible',
  'alphaImplausible',
  'betaImplausible',
  'gammaImplausible',
  'voltagePerCellImplausible',
] as const
export type ModuleProblem = (typeof moduleProblems)[number]

/** Implausible values of an entered module; empty: all are plausible. */
export function checkModule(module: ModuleData): ModuleProblem[] {
  const { iscA, vocV, impA, vmpV, alpha, beta, gamma, cells } = module
  const positive = [iscA, vocV, impA, vmpV, cells].every((value) => Number.isFinite(value) && value > 0)
  if (!positive) return ['notPositive']
  const within = (value: number, low: number, high: number) => value >= low && value <= high
  const checks: [boolean, ModuleProblem][] = [
    [impA < iscA, 'impNotBelowIsc'],
    [vmpV < vocV, 'vmpNotBelowVoc'],
    [within((impA * vmpV) / (iscA * vocV), 0.45, 0.88), 'fillFactorImplausible'],
    [within(alpha, -0.0005, 0.0025), 'alphaImplausible'],
    [within(beta, -0.006, -0.001), 'betaImplausible'],
    [within(gamma, -0.008, -0.0008), 'gammaImplausible'],
    [within(vocV / cells, 0.4, 3), 'voltagePerCellImplausible'],
  ]
  return checks.flatMap(([good, problem]) => (good ? [] : [problem]))
}
