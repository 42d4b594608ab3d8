import sharp from 'sharp'
import type { Chart } from './content.ts'

/** Twice the shown size, for high-resolution screens. */
const [width, height] = [1088, 240]
/** Amber, the colour of generation on every page; visible on white and on black. */
const ink = '#d97a06'
const gap = '#9aa0a6'

/** A chart as a PNG of 1088 x 240 with a transparent background, for both themes. */
export async function chartPng(chart: Chart): Promise<Buffer> {
  const most = Math.max(...chart.values.map((value) => value ?? 0), 0) || 1
  const step = width / Math.max(chart.values.length, 1)
  const yOf = (value: number) => round(height - 2 - (Math.max(value, 0) / most) * (height - 8))
  const known = chart.style === 'bars' ? bars(chart.values, step, yOf) : areas(chart.values, step, yOf)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><pattern id="gap" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="3" height="12" fill="${gap}" fill-opacity="0.45"/></pattern></defs>
    ${gapsIn(chart.values, step)}${known}
    <rect y="${height - 2}" width="${width}" height="2" fill="${gap}"/></svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
}

const round = (value: number) => Math.round(value * 10) / 10

/** Runs of values that satisfy `isIn`: index of the first value, and of the value after the last. */
function runsOf(values: Chart['values'], isIn: (value: number | null) => boolean): [from: number, to: number][] {
  const runs: [number, number][] = []
  values.forEach((value, at) => {
    if (!isIn(value)) return
    const last = runs.at(-1)
    if (last?.[1] === at) last[1] = at + 1
    else runs.push([at, at + 1])
  })
  return runs
}

const gapsIn = (values: Chart['values'], step: number) =>
  runsOf(values, (value) => value === null)
    .map(
      ([from, to]) =>
        `<rect x="${round(from * step)}" width="${round((to - from) * step)}" height="${height - 2}" fill="url(#gap)"/>`,
    )
    .join('')

function areas(values: Chart['values'], step: number, yOf: (value: number) => number): string {
  return runsOf(values, (value) => value !== null)
    .map(([from, to]) => {
      const own = values.slice(from, to).map((value) => value ?? 0)
      // Steps: each value holds for its whole bin, so that a single value is visible, too.
      const line = own
        .map(
          (value, nth) => `${round((from + nth) * step)},${yOf(value)} ${round((from + nth + 1) * step)},${yOf(value)}`,
        )
        .join(' ')
      const area = `${round(from * step)},${height - 2} ${line} ${round(to * step)},${height - 2}`
      return `<polygon points="${area}" fill="${ink}" fill-opacity="0.35"/>
        <polyline points="${line}" fill="none" stroke="${ink}" stroke-width="4" stroke-linejoin="round"/>`
    })
    .join('')
}

function bars(values: Chart['values'], step: number, yOf: (value: number) => number): string {
  return values
    .map((value, at) =>
      value === null
        ? ''
        : `<rect x="${round((at + 0.15) * step)}" y="${yOf(value)}" width="${round(step * 0.7)}" height="${round(height - 2 - yOf(value))}" fill="${ink}"/>`,
    )
    .join('')
}
