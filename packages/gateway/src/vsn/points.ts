import { deviceModes } from '@helioport/contract'
import { fieldAt, fieldsOf, textAt } from '../source/json-fields.ts'
import { measured, measuredRow } from '../source/tidy.ts'

/** Points of one device by name; values in W, Wh, V, A, Hz and °C. */
export type Points = ReadonlyMap<string, unknown>

export function pointsOf(device: unknown): Points {
  const list = fieldAt(device, 'points')
  const entries = (Array.isArray(list) ? (list as unknown[]) : []).flatMap((point): [string, unknown][] => {
    const name = textAt(point, 'name')
    return name === undefined ? [] : [[name, fieldsOf(point)['value']]]
  })
  return new Map(entries)
}

/** Some loggers fill missing values with 6.16e-33. */
const leastMeasured = 1e-20

export function valueOf(points: Points, ...names: string[]): number | undefined {
  for (const name of names) {
    const value = measured(points.get(name))
    if (value !== undefined && (value === 0 || Math.abs(value) > leastMeasured)) return value
  }
  return undefined
}

/** VSN300 names points after SunSpec models (`m103_1_W`); the model depends on the number of phases. */
const inverterModels = [101, 102, 103] as const
export const sunspecNames = (name: string): string[] => inverterModels.map((model) => `m${model}_1_${name}`)

const trackers = [1, 2, 3, 4, 5, 6] as const

export const mpptVoltagesOf = (points: Points) =>
  measuredRow(trackers.map((n) => valueOf(points, `m160_1_DCV_${n}`, `Vin${n}`)))

export const mpptCurrentsOf = (points: Points) =>
  measuredRow(trackers.map((n) => valueOf(points, `m160_1_DCA_${n}`, `Iin${n}`)))

/** A single-phase inverter on a VSN700 also reports voltages of its halves (`VgridL1_N`). */
export function voltagesOf(points: Points, isThreePhase: boolean) {
  const [a, b, c] = ['A', 'B', 'C'].map((phase, n) =>
    valueOf(points, ...sunspecNames(`PhVph${phase}`), ...(isThreePhase ? [`VgridL${n + 1}_N`] : [])),
  )
  return isThreePhase ? measuredRow([a, b, c]) : measuredRow([a ?? valueOf(points, 'Vgrid')])
}

export function currentsOf(points: Points, isThreePhase: boolean) {
  const [a, b, c] = ['A', 'B', 'C'].map((phase) => valueOf(points, ...sunspecNames(`Aph${phase}`)))
  // The sum is used as a current only for a single phase.
  return isThreePhase ? measuredRow([a, b, c]) : measuredRow([a ?? valueOf(points, ...sunspecNames('A'), 'Igrid')])
}

/** One firmware reports 247 °C for the cabinet, in a point with another scale. */
const [coldestC, hottestC] = [-40, 120]

export function cabinetOf(points: Points): number | undefined {
  const found = [sunspecNames('TmpCab'), sunspecNames('TmpOt'), ['TempInv']].map((names) => valueOf(points, ...names))
  return found.find((value) => value !== undefined && value !== 0 && value >= coldestC && value <= hottestC)
}

/** Global states of the Aurora protocol. */
const running = 6
const remoteOff = 25
const faults = new Set([9, 10, 13, 15, 17, 18, 19, 20, 21, 24, 26, 31, 32, 33])
const greatestKnown = 38

export function modeOf(points: Points): number | undefined {
  const state = valueOf(points, 'm64061_1_GlobalSt', 'GlobState')
  if (state === undefined || !Number.isInteger(state) || state < 0 || state > greatestKnown) return undefined
  if (state === running) return deviceModes.onGrid
  if (state === remoteOff) return deviceModes.shutdown
  return faults.has(state) ? deviceModes.fault : deviceModes.standby
}
