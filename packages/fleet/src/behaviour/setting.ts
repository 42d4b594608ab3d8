import type { CurvePoint, Setting } from '@helioport/contract'
import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** An active reactive power control, or an active power limit. */
export function settingOn(span: Span, setting: Setting): Behaviour {
  return {
    name: setting.kind,
    disturb(at, s) {
      if (!isWithin(span, at)) return
      if (setting.kind !== 'powerLimit') s.reactive = setting
      else {
        s.limit = setting
        s.powerShare = Math.min(s.powerShare, setting.value ?? 1)
      }
    },
  }
}

/** The corners of a curve as one word: `0.93:0.44,0.97:0`. */
export const cornersText = (points: readonly CurvePoint[]): string =>
  points.map(({ at, value }) => `${at}:${value}`).join(',')

export const cornersIn = (text: string): CurvePoint[] =>
  text.split(',').map((corner) => {
    const [at, value] = corner.split(':').map(Number)
    return { at: at ?? 0, value: value ?? 0 }
  })
