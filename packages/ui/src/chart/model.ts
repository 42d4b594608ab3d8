import { colorOf, seriesColorOf, type Mode } from '../tokens/tokens.ts'
import { axisTexts, timeTicks, valueScale, type AxisTexts, type Scale } from './axis.ts'
import { runsOf, type Point } from './runs.ts'
import { epochOf, type Instant, type Series, type TimeSpan } from './types.ts'
import { textWidth } from './text-width.ts'

/** Curves of more points are thinned; a day of 5-minute means (288) is not. */
const mostPoints = 1000

export interface ChartInput {
  from: Instant
  to: Instant
  binMinutes: number
  /** Starts of the bins of a thinned curve, epoch ms, ascending: its bins are not adjacent. */
  starts?: readonly number[]
  timeZone: string
  series: readonly Series[]
  night?: readonly TimeSpan[]
  formatValue: Readonly<Record<string, (value: number) => string>>
  formatAxis?: Readonly<Record<string, (value: number) => string>>
  formatTime: (instant: number) => string
  /** Name of a bin; default: its start and end. */
  formatBin?: (bin: number) => string
  /** The bins are days or names, not instants of a shared clock: the chart shares no zoom with other charts. */
  isTimeless?: boolean
  /** Labels of the horizontal axis; default: hours of the plant's clock. */
  ticks?: readonly Tick[]
}

export interface Tick {
  /** Epoch ms. */
  at: number
  label: string
}

export interface Axis extends Scale, AxisTexts {
  side: 'start' | 'end'
}

export interface Curve {
  series: Series
  side: 'start' | 'end'
  color: string
  runs: Point[][]
  /** Last measured point. */
  last: { index: number; value: number } | undefined
}

export interface ChartModel {
  from: number
  to: number
  binMs: number
  starts?: readonly number[]
  bins: number
  axes: Partial<Record<'start' | 'end', Axis>>
  curves: Curve[]
  nights: { from: number; to: number }[]
  timeTicks: readonly Tick[]
  /** Number of measured values that are drawn. */
  points: number
}

/** Start of a bin, epoch ms. */
export const startOf = (model: Pick<ChartModel, 'from' | 'binMs' | 'starts'>, bin: number): number =>
  model.starts?.[bin] ?? model.from + bin * model.binMs

/** More labels than this are reduced to those that fit. */
const mostTicks = 16

function fitting(ticks: readonly Tick[], width: number): readonly Tick[] {
  if (ticks.length <= mostTicks) return ticks
  const every = Math.ceil(ticks.length / Math.max(2, Math.min(mostTicks, Math.floor(width / 90))))
  return ticks.filter((_, index) => index % every === 0)
}

export const sideOf = (series: Series) => series.axis ?? 'start'

export function colorOfSeries(series: Series, mode: Mode): string {
  if (series.muted) return colorOf('neutral', mode)
  return series.color === undefined ? colorOf(series.tone ?? 'generation', mode) : seriesColorOf(series.color, mode)
}

const startsAtZero = (series: Series) => series.fromZero ?? (series.kind !== 'line' || series.unit === 'power')

export const formatterOf = (input: ChartInput, unit: string) => input.formatValue[unit] ?? String

function axisOf(input: ChartInput, side: 'start' | 'end', ticks: number): Axis | undefined {
  const own = input.series.filter((series) => sideOf(series) === side)
  const [first] = own
  if (!first) return undefined
  const scale = valueScale(
    own.flatMap((series) => series.values),
    own.some(startsAtZero),
    ticks,
  )
  const format = input.formatAxis?.[first.unit] ?? formatterOf(input, first.unit)
  return { ...scale, ...axisTexts(scale.ticks, format), side }
}

/** Approximate width of the value axes, and least gap between two labels, px. */
const besidePlot = 60
const leastGap = 12

/** As many full hours as their labels leave room for. A label with a date is twice as wide as a time. */
function hoursOf(input: ChartInput, from: number, to: number, width: number): Tick[] {
  const room = (width - besidePlot) / (to - from)
  const isRoomy = (ticks: readonly Tick[]) =>
    ticks.slice(1).every(({ at, label }, nth) => {
      const before = ticks[nth]
      return !before || (at - before.at) * room >= (textWidth(before.label) + textWidth(label)) / 2 + leastGap
    })
  for (let count = Math.max(3, Math.floor(width / 72)); ; count -= 1) {
    const ticks = timeTicks(from, to, input.timeZone, count).map((at) => ({ at, label: input.formatTime(at) }))
    if (count <= 2 || isRoomy(ticks)) return ticks
  }
}

/** Nights clipped to the shown period: the rest would be drawn beyond the axes. */
const nightsWithin = (nights: readonly TimeSpan[], from: number, to: number): ChartModel['nights'] =>
  nights
    .map((night) => ({ from: Math.max(from, epochOf(night.from)), to: Math.min(to, epochOf(night.to)) }))
    .filter((night) => night.from < night.to)

/** Everything that is drawn, in units of the data. `size` (px) decides how many labels fit. */
export function chartModel(input: ChartInput, mode: Mode, size: { width: number; height: number }): ChartModel {
  const from = epochOf(input.from)
  const to = epochOf(input.to)
  const binMs = input.binMinutes * 60_000
  const { starts } = input
  const grid = { from, binMs, ...(starts ? { starts } : {}) }
  const valueTicks = Math.max(2, Math.min(5, Math.floor(size.height / 64)))
  const start = axisOf(input, 'start', valueTicks)
  const end = axisOf(input, 'end', valueTicks)
  const curves = input.series.map<Curve>((series) => {
    const index = series.values.findLastIndex((value) => value !== null)
    return {
      series,
      side: sideOf(series),
      color: colorOfSeries(series, mode),
      // A mean belongs to the middle of its bin.
      runs: runsOf(series.values, (bin) => startOf(grid, bin) + binMs / 2, mostPoints),
      last: index < 0 ? undefined : { index, value: series.values[index] ?? 0 },
    }
  })
  return {
    ...grid,
    to,
    bins: Math.max(0, ...input.series.map((series) => series.values.length)),
    axes: { ...(start ? { start } : {}), ...(end ? { end } : {}) },
    curves,
    nights: nightsWithin(input.night ?? [], from, to),
    timeTicks: input.ticks ? fitting(input.ticks, size.width) : hoursOf(input, from, to, size.width),
    points: input.series.reduce((sum, series) => sum + series.values.filter((value) => value !== null).length, 0),
  }
}

/** Share of a bin that its bars fill. */
const barShare = 0.7

/** The bars of one series, as spans on the horizontal axis. Bars of several series stand side by side in their bin. */
export function barSpans({ series }: Curve, model: ChartModel): { from: number; to: number; value: number }[] {
  const bars = model.curves.filter((curve) => curve.series.kind === 'bar')
  const slot = bars.findIndex((curve) => curve.series.id === series.id)
  const width = (model.binMs * barShare) / bars.length
  return series.values.flatMap((value, bin) => {
    if (value === null) return []
    const left = model.from + bin * model.binMs + (model.binMs * (1 - barShare)) / 2 + slot * width
    return [{ from: left + width * 0.06, to: left + width * 0.94, value }]
  })
}
