import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** Maximum output during a scan, share of rated power: the trackers sweep one after the other. */
const scanningShare = 0.5

/** An IV scan is running: power is limited, and the frames report the scan. */
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
