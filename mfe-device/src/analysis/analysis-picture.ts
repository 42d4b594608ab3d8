import type { InverterAnalysis } from '@helioport/contract'
import type { Format } from '@helioport/i18n'
import { colorOf, fontFamily } from '@helioport/ui/tokens'
import { rowsOf } from './heat-map-cells.ts'
import { paintShares, shareColours } from './share-colours.ts'

const [width, edge, names, figures] = [1600, 40, 220, 240]
const head = 96
const stringPx = 6
const quarterMs = 15 * 60_000

/** Texts of the picture. */
export interface PictureWords {
  title: string
  subtitle: string
  format: Format
  /** Meanings of the strings' colours. */
  legend: readonly string[]
  causeOf: (deviceId: string) => string
}

/**
 * The day as one light picture, to be sent or printed: name, kWh per kWp, deviation from the median and cause for each
 * inverter, with its strings where known.
 */
export function drawAnalysis(canvas: HTMLCanvasElement, analysis: InverterAnalysis, words: PictureWords): void {
  const { format } = words
  const mapOf = new Map(rowsOf(analysis).map((row) => [row.deviceId, row]))
  const heightOf = (deviceId: string) => Math.max(38, (mapOf.get(deviceId)?.strings.length ?? 0) * stringPx + 8)
  const body = analysis.inverters.reduce((sum, { deviceId }) => sum + heightOf(deviceId), 0)
  canvas.width = width
  canvas.height = head + body + 96
  const context = canvas.getContext('2d')
  if (!context) return
  const of = (token: Parameters<typeof colorOf>[0]) => colorOf(token, 'light')
  const write = (value: string, x: number, y: number, size: number, color: string, weight = 400) => {
    context.font = `${weight} ${size}px ${fontFamily}`
    context.fillStyle = color
    context.fillText(value, x, y)
  }
  context.fillStyle = of('surface')
  context.fillRect(0, 0, canvas.width, canvas.height)
  write(words.title, edge, 48, 28, of('text'), 600)
  write(words.subtitle, edge, 76, 16, of('textMuted'))
  const left = edge + names + figures
  const wide = width - left - edge
  const strip = document.createElement('canvas')
  context.imageSmoothingEnabled = false
  let y = head
  for (const { deviceId, name, specificYield, deviation } of analysis.inverters) {
    const cause = words.causeOf(deviceId)
    const isBehind = cause !== ''
    write(shortened(context, name, names - 16, 15), edge, y + 16, 15, of('text'), 600)
    write(format.quantity(specificYield, 'kWh/kWp', 2).text, edge + names, y + 16, 15, of('text'))
    write(
      deviation === null ? '' : `${deviation > 0 ? '+' : ''}${format.percent(deviation)}`,
      edge + names + 130,
      y + 16,
      15,
      of(isBehind ? 'bad' : 'textMuted'),
    )
    if (isBehind) write(shortened(context, cause, names + figures - 24, 12), edge, y + 33, 12, of('bad'))
    const row = mapOf.get(deviceId)
    if (row) {
      paintShares(strip, row.strings, 'light')
      context.drawImage(strip, left, y, wide, row.strings.length * stringPx)
    }
    y += heightOf(deviceId)
  }
  if (mapOf.size === 0) return
  for (let quarter = 0; quarter < analysis.quarters; quarter += 1) {
    const at = Date.parse(analysis.from) + quarter * quarterMs
    if (at % (3 * 3_600_000) === 0)
      write(
        format.time(at, analysis.timeZone),
        left + (quarter / analysis.quarters) * wide,
        y + 18,
        13,
        of('textMuted'),
      )
  }
  shareColours('light').forEach((colour, nth) => {
    const x = left + nth * 110
    context.fillStyle = colour
    context.fillRect(x, y + 40, 16, 16)
    write(words.legend[nth] ?? '', x + 24, y + 53, 13, of('textMuted'))
  })
}

function shortened(context: CanvasRenderingContext2D, value: string, room: number, size: number): string {
  context.font = `600 ${size}px ${fontFamily}`
  if (context.measureText(value).width <= room) return value
  const letters = Array.from(value)
  while (letters.length > 1 && context.measureText(`${letters.join('')}…`).width > room) letters.pop()
  return `${letters.join('')}…`
}
