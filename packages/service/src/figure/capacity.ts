import { daysBetween, type DaySpan } from '@helioport/time/node'

/**
 * Days (local to the station, both ends included) on which a capacity is in operation: the one definition of capacity,
 * for every ratio, yield and coverage. A device is in operation from its installation, or its first measurement if
 * earlier, to its removal, whether or not it reports. An inverter replaced by one of another size starts a new span.
 */
export interface CapacitySpan {
  device_no: number
  station_id: string
  /** kWp, DC. */
  kwp: number
  from: string
  /** Null: not removed. */
  to: string | null
}

export function isInOperation({ from, to }: Pick<CapacitySpan, 'from' | 'to'>, date: string): boolean {
  return from <= date && (to === null || to >= date)
}

/** kWp by device number, for the devices in operation on a day. */
export function kwpOn(spans: readonly CapacitySpan[], date: string): ReadonlyMap<number, number> {
  return new Map(spans.filter((span) => isInOperation(span, date)).map((span) => [span.device_no, span.kwp]))
}

/** The part of `days` in which the span was in operation; null: none. */
export function commonDays(span: Pick<CapacitySpan, 'from' | 'to'>, days: DaySpan): DaySpan | null {
  const from = span.from > days.from ? span.from : days.from
  const to = span.to !== null && span.to < days.to ? span.to : days.to
  return from <= to ? { from, to } : null
}

export const daysIn = ({ from, to }: DaySpan) => daysBetween(from, to) + 1

/**
 * Mean kWp in operation, over the days on which anything was; null: nothing was. `reported`: devices whose part of the
 * mean is `reportedKwp`.
 */
export function capacityOver(
  spans: readonly CapacitySpan[],
  days: DaySpan,
  reported: ReadonlySet<number>,
): { inOperationKwp: number; reportedKwp: number } | null {
  const own = spans.flatMap((span) => {
    const common = commonDays(span, days)
    return common ? [{ ...common, kwp: span.kwp, isReported: reported.has(span.device_no) }] : []
  })
  const length = unionDays(own)
  if (length === 0) return null
  const mean = (parts: typeof own) => parts.reduce((sum, part) => sum + part.kwp * daysIn(part), 0) / length
  return { inOperationKwp: mean(own), reportedKwp: mean(own.filter(({ isReported }) => isReported)) }
}

/** Number of days within at least one of the spans. */
export function unionDays(spans: readonly DaySpan[]): number {
  let days = 0
  let until = ''
  for (const { from, to } of spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (to <= until) continue
    days += from > until ? daysIn({ from, to }) : daysBetween(until, to)
    until = to
  }
  return days
}

export function sumCapacities(own: readonly { inOperationKwp: number; reportedKwp: number }[]) {
  return {
    inOperationKwp: own.reduce((sum, { inOperationKwp }) => sum + inOperationKwp, 0),
    reportedKwp: own.reduce((sum, { reportedKwp }) => sum + reportedKwp, 0),
  }
}

/** The same for a station; without any device ever, the entered capacity counts. */
export function stationCapacity(
  spans: readonly CapacitySpan[],
  enteredKwp: number,
  days: DaySpan,
  reported: ReadonlySet<number>,
): { inOperationKwp: number; reportedKwp: number } {
  if (spans.length === 0) return { inOperationKwp: enteredKwp, reportedKwp: 0 }
  return capacityOver(spans, days, reported) ?? { inOperationKwp: 0, reportedKwp: 0 }
}
