import { type ChartModel, type Curve, startOf } from './model.ts'
import { textWidth } from './text-width.ts'

/** Size of the drawing and its margins around the plot area, px. */
export interface Frame {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

export interface LineEnd {
  id: string
  label: string
  color: string
  x: number
  y: number
}

const labelHeight = 18
const axisGap = 10
/** px: half the width of a date under the end of the time axis, which overhangs the plot. */
const halfDate = 24
const mostNames = 4
const roomForNames = 640

/** Curves with a name, most important first. */
export const namedCurves = (model: ChartModel): Curve[] => model.curves.filter(({ series }) => !series.muted)

/**
 * Whether series names stand at the line ends; otherwise a legend stands above. A line that ends long before the others
 * needs the legend: a name beside its end would look like its continuation.
 */
export function namesAtEnds(model: ChartModel, width: number): boolean {
  const named = namedCurves(model)
  const areLines = model.curves.every(({ series }) => series.kind !== 'bar')
  return areLines && named.length > 1 && named.length <= mostNames && width >= roomForNames && endTogether(model)
}

/** Lines whose last bins differ by at most this share of all bins end together. */
const togetherShare = 0.03

function endTogether(model: ChartModel): boolean {
  const newest = lastBin(model)
  return namedCurves(model).every(({ last }) => !last || newest - last.index <= model.bins * togetherShare)
}

const widestName = (model: ChartModel) =>
  Math.max(0, ...namedCurves(model).map(({ series }) => textWidth(series.label)))

const widestLabel = (labels: readonly string[] | undefined) =>
  labels ? Math.max(0, ...labels.map(textWidth)) + axisGap : 0

/** The unit above an axis. */
const unitWidth = (unit: string | undefined) => (unit ? textWidth(unit) + axisGap : 0)

/** Bin at which the last of the named curves ends. */
const lastBin = (model: ChartModel) => Math.max(-1, ...namedCurves(model).map(({ last }) => last?.index ?? -1))

/** On a running day the names fit between the last datum and the end of the day. */
function namesFitInside(model: ChartModel, width: number): boolean {
  const end = startOf(model, lastBin(model)) + model.binMs
  const free = 1 - (lastBin(model) < 0 ? 0 : (end - model.from) / Math.max(model.to - model.from, 1))
  return free * width * 0.85 > widestName(model) + 24
}

export function frameOf(model: ChartModel, width: number, height: number): Frame {
  const { start, end } = model.axes
  const names = namesAtEnds(model, width) && !namesFitInside(model, width) ? widestName(model) + 18 : 0
  return {
    width,
    height,
    left: Math.max(widestLabel(start?.labels), unitWidth(start?.unit), 24),
    right: Math.min(Math.max(widestLabel(end?.labels) + names, unitWidth(end?.unit), halfDate), width * 0.4),
    top: 24,
    bottom: 26,
  }
}

export function xOf(model: ChartModel, frame: Frame, instant: number): number {
  const share = (instant - model.from) / (model.to - model.from)
  return frame.left + share * (frame.width - frame.left - frame.right)
}

export function yOf(model: ChartModel, frame: Frame, side: 'start' | 'end', value: number): number {
  const axis = model.axes[side]
  if (!axis || axis.max === axis.min) return frame.height - frame.bottom
  const share = (value - axis.min) / (axis.max - axis.min)
  return frame.height - frame.bottom - share * (frame.height - frame.top - frame.bottom)
}

/** The bin at a horizontal position (px), clamped to the chart. */
export function binAt(model: ChartModel, frame: Frame, x: number): number {
  const share = (x - frame.left) / (frame.width - frame.left - frame.right)
  const at = model.from + share * (model.to - model.from)
  const bin = model.starts ? nearest(model.starts, at - model.binMs / 2) : Math.floor((at - model.from) / model.binMs)
  return Math.min(Math.max(bin, 0), model.bins - 1)
}

/** Index of the ascending value that is nearest to `at`. */
function nearest(values: readonly number[], at: number): number {
  const after = values.findIndex((value) => value >= at)
  if (after < 0) return values.length - 1
  const before = Math.max(after - 1, 0)
  return at - (values[before] ?? 0) < (values[after] ?? 0) - at ? before : after
}

/** A mean belongs to the middle of its bin. */
export const instantOfBin = (model: ChartModel, bin: number): number => startOf(model, bin) + model.binMs / 2

/** Series names at the ends of their lines, moved apart where they would overlap. */
export function lineEnds(model: ChartModel, frame: Frame): LineEnd[] {
  if (!namesAtEnds(model, frame.width)) return []
  const x = namesFitInside(model, frame.width)
    ? xOf(model, frame, instantOfBin(model, lastBin(model)))
    : frame.width - frame.right + widestLabel(model.axes.end?.labels)
  const ends = namedCurves(model)
    .filter((curve) => curve.last !== undefined)
    .map((curve) => ({
      id: curve.series.id,
      label: curve.series.label,
      color: curve.color,
      x: x + 10,
      y: yOf(model, frame, curve.side, curve.last?.value ?? 0),
    }))
    .sort((a, b) => a.y - b.y)
  const lowest = frame.height - frame.bottom
  for (let index = ends.length - 1, below = lowest + labelHeight; index >= 0; index -= 1) {
    const end = ends[index]
    if (!end) continue
    end.y = Math.min(end.y, below - labelHeight)
    below = end.y
  }
  // The age of the newest datum stands above the plot.
  let above = frame.top + labelHeight / 2 - labelHeight
  for (const end of ends) {
    end.y = Math.max(end.y, above + labelHeight)
    above = end.y
  }
  return ends
}
