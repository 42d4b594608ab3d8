import { type Candidate, isReady } from './readiness.ts'

/** Chosen devices, by id. */
export type Selection = ReadonlySet<string>

export const nothing: Selection = new Set()

/** The chosen candidates that are still ready: a device may have become busy since it was chosen. */
export const chosenOf = (candidates: readonly Candidate[], selection: Selection): Candidate[] =>
  candidates.filter((candidate) => isReady(candidate) && selection.has(candidate.device.deviceId))

/** Devices of several stations may be chosen together: each station gets its own command. */
export const canChoose = (candidate: Candidate): boolean => isReady(candidate)

export function toggled(selection: Selection, deviceId: string): Selection {
  const next = new Set(selection)
  if (!next.delete(deviceId)) next.add(deviceId)
  return next
}
