import { type Candidate, isReady } from './readiness.ts'

/** Chosen devices, by id. */
export type Selection = ReadonlySet<string>

export const nothing: Selection = new Set()

/** The chosen candidates that are still ready: a device may have become busy since it was chosen. */
export const chosenOf = (candidates: readonly Candidate[], selection: Selection): Candidate[] =>
  candidates.filter((candidate) => isReady(candidate) && selection.has(candidate.device.deviceId))

/** A command is for one station, which the first chosen device decides. */
export const canChoose = (candidate: Candidate, chosen: readonly Candidate[]): boolean =>
  isReady(candidate) && chosen.every(({ device }) => device.stationId === candidate.device.stationId)

export function toggled(selection: Selection, deviceId: string): Selection {
  const next = new Set(selection)
  if (!next.delete(deviceId)) next.add(deviceId)
  return next
}

/** All ready candidates of one station: that of the chosen ones, or the only one with ready ones; null: there are several. */
export function allReady(candidates: readonly Candidate[], chosen: readonly Candidate[]): Candidate[] | null {
  const ready = candidates.filter(isReady)
  const stationId = chosen[0]?.device.stationId ?? ready[0]?.device.stationId
  if (chosen.length === 0 && ready.some(({ device }) => device.stationId !== stationId)) return null
  return ready.filter(({ device }) => device.stationId === stationId)
}
