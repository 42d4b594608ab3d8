import { type AnalysisParameter, analysisParameters, type InverterAnalysis } from '@helioport/contract'
import { iso } from '@helioport/time'
import { curveOf, sharesOf, unitOf } from './parameter.ts'

type Cell = string | number | null

const quarterMs = 15 * 60_000

/** Beginning of a formula in a spreadsheet, also in full width, and characters that hide it. */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n\0]/u

/** A text that looks like a formula gets a leading apostrophe (CSV injection). */
function writeCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = formulaStart.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One value per line, with names and units of the API, so that programs can read it in any language. */
export function analysisCsv(analysis: InverterAnalysis): string {
  const lines: Cell[][] = [['inverter', 'serial', 'string', 'quantity', 'unit', 'time', 'value']]
  const start = Date.parse(analysis.from)
  const times = Array.from({ length: analysis.quarters }, (_, quarter) => iso(start + quarter * quarterMs))
  for (const inverter of analysis.inverters) {
    const of = (string: Cell, quantity: string, unit: string, time: string, value: Cell) =>
      lines.push([inverter.name, inverter.serial, string, quantity, unit, time, value])
    of(null, 'energyKwh', 'kWh', analysis.date, inverter.energyKwh)
    of(null, 'specificYield', 'kWh/kWp', analysis.date, inverter.specificYield)
    of(null, 'deviation', '', analysis.date, inverter.deviation)
    of(null, 'stringDispersion', '', analysis.date, inverter.stringDispersion)
    const finding = analysis.findings.find(({ deviceId }) => deviceId === inverter.deviceId)
    if (finding) {
      of(finding.strings.join(' '), 'cause', '', analysis.date, finding.cause)
      of(finding.strings.join(' '), 'lostKwh', 'kWh', analysis.date, finding.lostKwh)
      of(finding.strings.join(' '), 'lostIncome', analysis.currency, analysis.date, finding.lostIncome)
    }
    for (const parameter of analysisParameters.filter((name) => name !== 'stringCurrents')) {
      writeCurve(curveOf(inverter, parameter), parameter)
    }
    sharesOf(inverter).forEach((shares, nth) => {
      shares.forEach((share, quarter) => {
        const median = inverter.stringMedianA[quarter] ?? null
        if (share === null || median === null) return
        of(nth + 1, 'stringCurrent', 'A', times[quarter] ?? '', Math.round(share * median * 100) / 100)
      })
    })
    function writeCurve(curve: readonly (number | null)[], parameter: AnalysisParameter) {
      curve.forEach((value, quarter) => {
        if (value !== null) of(null, parameter, unitOf(parameter), times[quarter] ?? '', value)
      })
    }
  }
  return lines.map((line) => line.map(writeCell).join(',')).join('\r\n')
}
