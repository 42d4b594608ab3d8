import {
  type CurvePoint,
  curvePoints,
  isCurve,
  type Setting,
  type SettingFault,
  settingFaultOf,
  type SettingKind,
  usualCurves,
} from '@helioport/contract'
import { instantAt, iso } from '@helioport/time'

/** A corner of a curve as typed: percent, and percent or a power factor; null: empty. */
export interface CornerEntry {
  at: number | null
  value: number | null
}

/** Entries of a setting other than a fixed power factor. */
export interface SettingEntries {
  /** Percent; reactive power: + injects, − absorbs. Null: empty. */
  amount: number | null
  corners: readonly CornerEntry[]
  /** Zero: it stays. */
  revertAfterMinutes: number
  /** End of a power limit in the station's time: 2026-11-23T16:00. */
  endsAt: string
  canary: boolean
}

/** Rounded to the finest step that can be set. */
const shareOf = (percent: number) => Math.round(percent * 1000) / 100_000
const percentOf = (share: number) => Math.round(share * 1000) / 10

export function firstEntriesOf(kind: SettingKind): SettingEntries {
  const empty = Array.from({ length: curvePoints.max }, () => ({ at: null, value: null }))
  const corners = isCurve(kind) ? usualCurves[kind].map((corner) => cornerOf(kind, corner)) : []
  return {
    amount: null,
    corners: [...corners, ...empty].slice(0, curvePoints.max),
    revertAfterMinutes: 0,
    endsAt: '',
    canary: false,
  }
}

const cornerOf = (kind: SettingKind, { at, value }: CurvePoint): CornerEntry => ({
  at: percentOf(at),
  value: kind === 'voltageCurve' ? percentOf(value) : value,
})

/** The entered setting, valid or not; empty corners are left out. */
export function settingOf(kind: SettingKind, { amount, corners }: SettingEntries): Setting {
  if (!isCurve(kind)) return { kind, value: amount === null ? null : shareOf(amount), points: null }
  const points = corners
    .filter(({ at, value }) => at !== null || value !== null)
    .map(({ at, value }) => ({
      at: at === null ? Number.NaN : shareOf(at),
      value: value === null ? Number.NaN : kind === 'voltageCurve' ? shareOf(value) : value,
    }))
  return { kind, value: null, points }
}

export const faultOf = (kind: SettingKind, entries: SettingEntries): SettingFault | null =>
  settingFaultOf(settingOf(kind, entries))

/** Body of `POST /commands/settings`. */
export function settingBody(kind: SettingKind, deviceIds: string[], entries: SettingEntries, timeZone: string) {
  const { value, points } = settingOf(kind, entries)
  const { revertAfterMinutes, endsAt, canary } = entries
  return {
    deviceIds,
    kind,
    value,
    points: points && [...points],
    ...(kind === 'powerLimit'
      ? { endsAt: iso(instantAt(endsAt, timeZone)) }
      : revertAfterMinutes > 0 && { revertAfterMinutes }),
    ...(canary && { canary: true }),
  }
}
