import type { Conditions, Curve } from '../curve/curve.ts'

export interface ReadCurve {
  /** Name in the file, such as `1-2` for the second string at tracker 1, or a number by order. */
  name: string
  curve: Curve
  conditions: Conditions
}

export const readProblems = ['empty', 'noHeader', 'noVoltage', 'noCurrent', 'noPoints', 'badNumber'] as const
export type ReadProblem = (typeof readProblems)[number]

export interface ReadResult {
  curves: ReadCurve[]
  /** `line`: where the problem is, from 1. */
  problems: { problem: ReadProblem; line: number }[]
}
