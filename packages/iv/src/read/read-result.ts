import type { Conditions, Curve } from '../curve/curve.ts'

export interface ReadCurve {
  /** As the file names it: `1-2` is the second string at tracker 1, or a number by order. */
  name: string
  curve: Curve
  conditions: Conditions
}

export const readProblems = ['empty', 'noHeader', 'noVoltage', 'noCurrent', 'noPoints', 'badNumber'] as const
export type ReadProblem = (typeof readProblems)[number]

export interface ReadResult {
  curves: ReadCurve[]
  /** With the line that shows it, counted from 1. */
  problems: { problem: ReadProblem; line: number }[]
}
