import { DayBook, iso } from '@helioport/time/node'
import { type RejectionReason, rejectionReasons } from './row-reader.ts'

export interface Gap {
  /** First and last missing time, ISO. */
  from: string
  to: string
  /** Rows missing. */
  count: number
}

export interface ReportedDay {
  date: string
  energyKwh: number
  irradiationKwhM2: number | null
  /** Energy over capacity times irradiation. */
  performanceRatio: number | null
}

export interface ImportReport {
  station: string
  stationId: string
  /** Rows of the file, with those rejected. */
  rows: number
  from: string | null
  to: string | null
  gaps: Gap[]
  /** Rows with something that was not taken, by reason. */
  rejected: Record<RejectionReason, number>
  /** Samples in the portal after this run that were sent in it; `duplicates` were there already. */
  sent: { accepted: number; duplicates: number; refused: number }
  /** The file's own sums per day of the station. */
  days: ReportedDay[]
}

export interface ReportBuilder {
  row: () => void
  reject: (reason: RejectionReason) => void
  /** The time of a usable row. */
  time: (at: number) => void
  /** What was measured in `ms` milliseconds from `from` on. */
  measured: (from: number, ms: number, powerW: number, irradianceWm2: number | undefined) => void
  build: (station: { name: string; id: string }, sent: ImportReport['sent']) => ImportReport
}

const listedGaps = 10

export function reportBuilder(zone: string, capacityKwp: number, intervalMs: number): ReportBuilder {
  const rejected = Object.fromEntries(rejectionReasons.map((reason) => [reason, 0])) as Record<RejectionReason, number>
  const gaps: Gap[] = []
  const days = new Map<string, { energyKwh: number; irradiationKwhM2: number; sensor: boolean }>()
  let [rows, first, last] = [0, Number.NaN, Number.NaN]
  const book = new DayBook(zone)
  const isoOrNull = (at: number) => (Number.isNaN(at) ? null : iso(at))
  return {
    row: () => rows++,
    reject: (reason) => rejected[reason]++,
    time(at) {
      if (Number.isNaN(first)) first = at
      const missing = Math.round((at - last) / intervalMs) - 1
      if (missing > 0) {
        gaps.push({
          from: iso(last + intervalMs),
          to: iso(last + missing * intervalMs),
          count: missing,
        })
      }
      last = at
    },
    measured(from, ms, powerW, irradianceWm2) {
      const { date } = book.at(from)
      const day = days.get(date) ?? { energyKwh: 0, irradiationKwhM2: 0, sensor: false }
      day.energyKwh += (powerW * ms) / 3.6e9
      if (irradianceWm2 !== undefined) {
        day.irradiationKwhM2 += (irradianceWm2 * ms) / 3.6e9
        day.sensor = true
      }
      days.set(date, day)
    },
    build: (station, sent) => ({
      station: station.name,
      stationId: station.id,
      rows,
      from: isoOrNull(first),
      to: isoOrNull(last),
      gaps,
      rejected,
      sent,
      days: [...days].map(([date, { energyKwh, irradiationKwhM2, sensor }]) => ({
        date,
        energyKwh,
        irradiationKwhM2: sensor ? irradiationKwhM2 : null,
        performanceRatio: irradiationKwhM2 > 0.05 ? energyKwh / (capacityKwp * irradiationKwhM2) : null,
      })),
    }),
  }
}

const reasonTexts: Record<RejectionReason, string> = {
  unparsableTime: 'time cannot be read (row left out)',
  duplicateTime: 'time is there already (row left out)',
  outOfOrder: 'time before the row above (row left out)',
  notANumber: 'a value is no number (value left out)',
  outOfRange: 'a value cannot be (value left out)',
}

/** The report for people, in lines. */
export function reportText(report: ImportReport): string {
  const lines = [
    `station    ${report.station} (${report.stationId})`,
    `rows       ${report.rows}, ${report.from ?? '-'} to ${report.to ?? '-'}`,
    `samples    ${report.sent.accepted} new, ${report.sent.duplicates} there already, ${report.sent.refused} refused by the service`,
    `gaps       ${report.gaps.length === 0 ? 'none' : report.gaps.length}`,
    ...report.gaps.slice(0, listedGaps).map((gap) => `           ${gap.from} to ${gap.to}: ${gap.count} rows`),
    ...(report.gaps.length > listedGaps ? [`           … all of them with --json`] : []),
  ]
  const reasons = rejectionReasons.filter((reason) => report.rejected[reason] > 0)
  lines.push(`rejected   ${reasons.length === 0 ? 'none' : ''}`.trimEnd())
  for (const reason of reasons) lines.push(`           ${report.rejected[reason]} rows: ${reasonTexts[reason]}`)
  lines.push('day         energy kWh   kWh/m2    PR')
  for (const day of report.days) {
    const irradiation = day.irradiationKwhM2?.toFixed(3) ?? '-'
    const ratio = day.performanceRatio?.toFixed(3) ?? '-'
    lines.push(`${day.date}${day.energyKwh.toFixed(1).padStart(12)}${irradiation.padStart(9)}${ratio.padStart(7)}`)
  }
  return lines.join('\n')
}
