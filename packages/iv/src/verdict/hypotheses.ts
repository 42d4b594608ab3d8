import type { FaultCode } from './codes.ts'
import { changedTable, type Group, soundGroups, spreadLights, type StringModel, unevenGroups } from './string-model.ts'

/** Parameters that vary between sound strings too, in order; parameters of a fault follow after them. */
export const common = ['current', 'voltage', 'series', 'drift'] as const
export const commonCount = common.length

/** A way in which a string may differ from the expectation. */
export interface Hypothesis {
  code: FaultCode | 'healthy'
  /** The common parameter that the fault frees from the spread of sound strings. */
  free?: (typeof common)[number]
  /** Minimal spread of the current; default: that of sound strings. */
  current?: number
  /** Bounds and starts of the added parameters. */
  low: readonly number[]
  high: readonly number[]
  starts: readonly (readonly number[])[]
  /** Penalty for the added freedom, which fits noise better by this much. */
  cost: number
  groups: (model: StringModel, added: readonly number[]) => Group[]
}

const plain = { low: [], high: [], starts: [[]], groups: soundGroups }

/** Parameters: shaded share of the string, and its remaining light. */
const shade = (model: StringModel, [share = 0, light = 1]: readonly number[]): Group[] => [
  { share: 1 - share, light: 1, table: model.sound },
  { share, light, table: model.sound },
]

/** A part of the string with a leak; for small leaks `leak` is its share of Isc/Voc. */
const leaky = (model: StringModel, leak: number, share: number): Group[] => [
  { share: 1 - share, light: 1, table: model.sound },
  { share, light: 1, table: changedTable(model, 1, (Math.expm1(leak) * model.iscA) / model.vocV) },
]

const polarised = (model: StringModel, [share = 1, leak = 0, saturation = 0]: readonly number[]): Group[] => [
  { share: 1 - share, light: 1, table: model.sound },
  { share, light: 1, table: changedTable(model, Math.exp(saturation), (Math.expm1(leak) * model.iscA) / model.vocV) },
]

export const hypotheses: readonly Hypothesis[] = [
  { code: 'soiling', free: 'current', cost: 2, ...plain },
  { code: 'seriesResistance', free: 'series', cost: 2, ...plain },
  { code: 'shortedSubstring', free: 'voltage', cost: 2, ...plain },
  {
    code: 'shade',
    low: [0.004, 0.02],
    high: [0.9, 0.93],
    starts: [0.014, 0.03, 0.07, 0.16, 0.4].flatMap((share) =>
      [0.15, 0.28, 0.4, 0.52, 0.64, 0.76, 0.87].map((light) => [share, light]),
    ),
    cost: 6,
    groups: shade,
  },
  {
    code: 'shunt',
    low: [0],
    high: [3],
    starts: [[0.08]],
    cost: 2,
    groups: (model, [leak = 0]) => leaky(model, leak, 1),
  },
  {
    code: 'shunt',
    low: [0, 0.03],
    high: [3, 0.9],
    starts: [
      [0.6, 0.15],
      [0.15, 0.5],
      [1.4, 0.2],
    ],
    cost: 5,
    groups: (model, [leak = 0, share = 1]) => leaky(model, leak, share),
  },
  {
    code: 'pid',
    low: [0.15, 0, 0.6],
    high: [1, 2.5, 12],
    starts: [
      [0.9, 0.05, 0.5],
      [0.9, 0.2, 1.5],
      [0.4, 0.3, 2],
      [0.5, 0.1, 4],
    ],
    cost: 5,
    groups: polarised,
  },
  {
    code: 'mismatch',
    low: [0, 0, -0.04],
    high: [0.12, 0.12, 0.1],
    starts: [[0.025, 0.025, 0]],
    // The mean of a few modules is itself random.
    current: 0.02,
    cost: 6,
    groups: (model, [below = 0, above = 0, last = 0]) => unevenGroups(model, spreadLights(below, above, last)),
  },
]

export const healthyHypothesis: Hypothesis = { code: 'healthy', cost: 0, ...plain }

/** Mismatch in which each part has its own current; starts from the given mismatch and stays near it. */
export function unevenFrom([below = 0, above = 0, last = 0]: readonly number[]): Hypothesis {
  const lights = spreadLights(below, above, last)
  return {
    code: 'mismatch',
    low: lights.map(() => 0.8),
    high: lights.map(() => 1.2),
    starts: [lights],
    current: 0.02,
    cost: 12,
    groups: unevenGroups,
  }
}
