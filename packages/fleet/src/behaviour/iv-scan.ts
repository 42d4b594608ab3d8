import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** While its trackers sweep one after the other, an inverter feeds in no more than this share of rated power. */
const scanningShare = 0.5

/** An IV scan is under way: power is limited, and the frames say that it scans. */
export function ivScan(span: Span): Behaviour {
  return {
    name: 'ivScan',
    disturb(at, s) {
      if (!isWithin(span, at)) return
      s.scanning = true
      s.powerShare = Math.min(s.powerShare, scanningShare)
    },
  }
}
