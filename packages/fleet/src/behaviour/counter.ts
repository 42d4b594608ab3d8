import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** The board is replaced at the beginning of the span: the counters of energy, hours and day restart at zero. */
export function counterReset(span: Span): Behaviour {
  return {
    name: 'counterReset',
    remember(from, to, own) {
      if (span.from <= from || span.from > to || span.to <= span.from) return
      own.energyWh = 0
      own.todayWh = 0
      own.minutes = 0
    },
  }
}

/** During the span the lifetime counter shows an older saved value, lower by `kwh`. */
export function counterFallBack(span: Span, kwh: number): Behaviour {
  return {
    name: 'counterFallBack',
    report(at, frame) {
      if (!isWithin(span, at)) return undefined
      return { ...frame, energyTotalKwh: lower(frame.energyTotalKwh ?? 0, kwh) }
    },
  }
}

const lower = (value: number, kwh: number) => Math.max(0, Math.round((value - kwh) * 1000) / 1000)
