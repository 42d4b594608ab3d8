import type { RowErrorCode } from '@helioport/contract'
import { type FileZone, type LossReason, lossReasons } from '@helioport/import'
import type { ImportReport } from './report.ts'

const reasonTexts: Record<LossReason, string> = {
  unparsableTime: 'time cannot be read (row left out)',
  ambiguousTime: 'time comes twice that night, and the order of rows does not tell which (row left out)',
  duplicateTime: 'time is there already with other values (row left out)',
  columnCount: 'more or fewer cells than the header (row left out)',
  notANumber: 'a value is no number (value left out)',
  outOfRange: 'a value cannot be (value left out)',
}

const refusalTexts: Record<RowErrorCode, string> = {
  'row.unknownSerial': 'no device of the station has the serial',
  'row.foreignSerial': 'the device belongs to another logger',
  'row.malformed': 'not of the form of a sample',
  'row.clockTooFar': 'later than now',
  'row.tooOld': 'more than twenty years ago',
  'row.beforeStart': 'before the start date of the station',
  'row.outOfRange': 'a value is beyond what the device can do',
  'row.dayClosed': 'of a day whose samples were dropped after their time',
  'row.existing': 'something measured is there already',
}

const [listedGaps, listedLosses] = [10, 20]

/** Whether a file took the map's zone while another has its own. */
const areMixed = (zones: ImportReport['zones']) => new Set(zones.map(({ from }) => from === 'plan')).size > 1

function zoneLine({ file, zone, from }: FileZone, nth: number): string {
  const why = { plan: 'the map says so, the file does not', heading: 'its heading says so', times: 'each time says so' }
  return (nth === 0 ? 'zones' : '').padEnd(11) + `${file}: ${zone === null ? '' : `${zone}, `}${why[from]}`
}

/** The report as text lines. */
export function reportText(report: ImportReport): string {
  const { sent, gaps, rejected, losses, sums, zones } = report
  const reasons = lossReasons.filter((reason) => rejected[reason] > 0)
  const lines = [
    `station    ${report.station} (${report.stationId ?? 'not brought in'})`,
    `rows       ${report.rows}, every ${report.intervalMinutes} min, ${report.from ?? '-'} to ${report.to ?? '-'}`,
    ...(areMixed(zones) ? zones.map(zoneLine) : []),
    `samples    ${sent.accepted} new, ${sent.duplicates} there already, ${sent.refused} refused by the service`,
    ...Object.entries(sent.reasons).map(
      ([code, count]) => `           ${count} samples: ${refusalTexts[code as RowErrorCode] ?? code}`,
    ),
    `gaps       ${gaps.length === 0 ? 'none' : gaps.length}`,
    ...gaps.slice(0, listedGaps).map((gap) => `           ${gap.from} to ${gap.to}: ${gap.count} rows`),
    ...(gaps.length > listedGaps ? ['           … all of them with --json'] : []),
    `repeated   ${report.repeated === 0 ? 'none' : `${report.repeated} rows with the same values`}`,
    ...sums.slice(0, 1).map(() => `sums       ${sums.length} rows that sum others up (left out)`),
    ...sums.slice(0, listedGaps).map(({ file, line, text }) => `           ${file} line ${line}: "${text}"`),
    `rejected   ${reasons.length === 0 ? 'none' : ''}`.trimEnd(),
    ...reasons.map((reason) => `           ${rejected[reason]} rows: ${reasonTexts[reason]}`),
    ...losses.slice(0, listedLosses).map(({ file, line, reason, text }) => {
      return `           ${file} line ${line}: ${reason} "${text}"`
    }),
    ...(losses.length > listedLosses ? ['           … more of them with --json'] : []),
    'day         energy kWh   kWh/m2    PR',
  ]
  for (const day of report.days) {
    const irradiation = day.irradiationKwhM2?.toFixed(3) ?? '-'
    const energy = day.energyKwh?.toFixed(1) ?? '-'
    const ratio = day.performanceRatio?.toFixed(3) ?? '-'
    lines.push(`${day.date}${energy.padStart(12)}${irradiation.padStart(9)}${ratio.padStart(7)}`)
  }
  return lines.join('\n')
}
