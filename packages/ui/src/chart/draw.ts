import { Column } from '@antv/g2/esm/encode/column'
import { Constant as ConstantEncode } from '@antv/g2/esm/encode/constant'
import { Field } from '@antv/g2/esm/encode/field'
import { Transform } from '@antv/g2/esm/encode/transform'
import { LinearAxis } from '@antv/g2/esm/component/axis'
import { AxisX } from '@antv/g2/esm/component/axisX'
import { AxisY } from '@antv/g2/esm/component/axisY'
import { Mark } from '@antv/g2/esm/composition/mark'
import { View } from '@antv/g2/esm/composition/view'
import { Cartesian } from '@antv/g2/esm/coordinate/cartesian'
import { Inline } from '@antv/g2/esm/data/inline'
import { Event } from '@antv/g2/esm/interaction/event'
import { Area } from '@antv/g2/esm/mark/area'
import { Line } from '@antv/g2/esm/mark/line'
import { Point } from '@antv/g2/esm/mark/point'
import { Range } from '@antv/g2/esm/mark/range'
import { RangeX } from '@antv/g2/esm/mark/rangeX'
import { destroy, render } from '@antv/g2/esm/runtime/render'
import { Band } from '@antv/g2/esm/scale/band'
import { Constant as ConstantScale } from '@antv/g2/esm/scale/constant'
import { Identity } from '@antv/g2/esm/scale/identity'
import { Linear } from '@antv/g2/esm/scale/linear'
import { Ordinal } from '@antv/g2/esm/scale/ordinal'
import { Light } from '@antv/g2/esm/theme/light'
import { colorOf, type Mode } from '../tokens/tokens.ts'
import type { Frame } from './layout.ts'
import { type Axis, barSpans, type ChartModel, type Curve } from './model.ts'
import { newest } from './newest.ts'
import { g2Theme } from './theme.ts'

/** The parts of G2 that these charts use. All of G2 would be half as large again. */
const library = {
  'component.axisLinear': LinearAxis,
  'component.axisX': AxisX,
  'component.axisY': AxisY,
  'composition.mark': Mark,
  'composition.view': View,
  'coordinate.cartesian': Cartesian,
  'data.inline': Inline,
  'encode.column': Column,
  'encode.constant': ConstantEncode,
  'encode.field': Field,
  'encode.transform': Transform,
  'interaction.event': Event,
  'mark.area': Area,
  'mark.line': Line,
  'mark.point': Point,
  'mark.range': Range,
  'mark.rangeX': RangeX,
  // G2 looks it up at every render, even without a band scale.
  'scale.band': Band,
  'scale.constant': ConstantScale,
  'scale.identity': Identity,
  'scale.linear': Linear,
  'scale.ordinal': Ordinal,
  'theme.light': Light,
}

const linear = (domain: readonly [number, number], ticks: readonly number[]) => ({
  type: 'linear',
  domain,
  nice: false,
  clamp: false,
  tickMethod: () => ticks,
})

function valueAxis(axis: Axis | undefined, grid: boolean) {
  if (!axis) return false
  return {
    position: axis.side === 'end' ? 'right' : 'left',
    grid,
    labelFormatter: (value: number) => axis.labels[axis.ticks.indexOf(value)] ?? '',
    labelSpacing: 8,
    title: false,
    line: false,
    tick: false,
  }
}

/** G2 uses the axis options of the last mark, so every mark gets the same. */
function axesOf(model: ChartModel, side: 'start' | 'end') {
  return {
    x: {
      labelFormatter: (at: number) => model.timeTicks.find((tick) => tick.at === at)?.label ?? '',
      labelAutoRotate: false,
      labelAutoHide: true,
      labelSpacing: 8,
      grid: false,
      title: false,
      line: false,
      tick: false,
    },
    y: valueAxis(model.axes[side], side === 'start'),
  }
}

function marksOf(curve: Curve, model: ChartModel) {
  const { series, color, side, runs } = curve
  const axis = model.axes[side]
  const scale = {
    x: linear(
      [model.from, model.to],
      model.timeTicks.map((tick) => tick.at),
    ),
    y: {
      ...linear([axis?.min ?? 0, axis?.max ?? 1], axis?.ticks ?? []),
      // Curves of one side share their scale and therefore their axis.
      key: side,
    },
  }
  const common = {
    encode: { x: 'x', y: 'y', series: 'run' },
    scale,
    axis: axesOf(model, side),
    animate: false,
    tooltip: false,
    legend: false,
  }
  const data = runs.flatMap((run, index) => run.map((point) => ({ ...point, run: index })))
  if (series.kind === 'bar') return [barsOf(curve, model, common)]
  const faint = series.dashed === true || series.muted === true
  const marks: object[] = []
  if (series.kind === 'area') {
    marks.push({ ...common, type: 'area', data, style: { fill: color, fillOpacity: faint ? 0.06 : 0.16 } })
  }
  marks.push({
    ...common,
    type: 'line',
    data,
    style: {
      stroke: color,
      lineWidth: series.muted ? 1 : 2,
      strokeOpacity: series.muted ? 0.35 : series.dashed ? 0.65 : 1,
      lineJoin: 'round',
      lineCap: 'round',
      ...(series.dashed ? { lineDash: [4, 5] } : {}),
    },
  })
  // A value between two gaps has no line: it is drawn as a dot.
  const lone = runs.filter((run) => run.length === 1).flat()
  if (lone.length > 0) {
    marks.push({
      ...common,
      encode: { x: 'x', y: 'y', shape: 'point', size: 1.5 },
      type: 'point',
      data: lone,
      style: { fill: color },
    })
  }
  return marks
}

/** Bars of one series. Bars of several series stand side by side in their bin. */
function barsOf(curve: Curve, model: ChartModel, common: object) {
  const { series, color } = curve
  const data = barSpans(curve, model).map(({ from, to, value }) => ({
    x: [from, to],
    y: [Math.min(0, value), Math.max(0, value)],
  }))
  const faint = series.dashed === true || series.muted === true
  return {
    ...common,
    encode: { x: 'x', y: 'y' },
    type: 'range',
    data,
    style: { fill: color, fillOpacity: faint ? 0.3 : 0.9, radius: 2 },
  }
}

function specOf(model: ChartModel, frame: Frame, mode: Mode) {
  const xScale = linear(
    [model.from, model.to],
    model.timeTicks.map((tick) => tick.at),
  )
  // The most important curve is drawn last, on top.
  const ordered = [...model.curves].sort((a, b) => Number(b.series.muted ?? false) - Number(a.series.muted ?? false))
  return {
    type: 'view',
    width: frame.width,
    height: frame.height,
    margin: 0,
    inset: 0,
    paddingLeft: frame.left,
    paddingRight: frame.right,
    paddingTop: frame.top,
    paddingBottom: frame.bottom,
    // Readout, legend and zoom are our own, see the README; G2's interactions are not bundled.
    interaction: { tooltip: false, sliderFilter: false, legendFilter: false, scrollbarFilter: false },
    theme: { type: 'light', ...g2Theme(mode) },
    children: [
      {
        type: 'rangeX',
        data: model.nights.map(({ from, to }) => ({ x: [from, to] })),
        encode: { x: 'x' },
        scale: { x: xScale },
        axis: { x: axesOf(model, 'start').x },
        animate: false,
        tooltip: false,
        style: { fill: colorOf('night', mode), fillOpacity: 1 },
      },
      ...ordered.flatMap((curve) => marksOf(curve, model)),
    ],
  }
}

export interface Drawing {
  update: (model: ChartModel, frame: Frame, mode: Mode) => Promise<void>
  destroy: () => void
}

/** Draws into the element and keeps the drawing until it is destroyed. */
export function createDrawing(container: HTMLElement): Drawing {
  const context: { library: object; canvas?: { destroy: () => void } } = { library }
  let spec: object = {}
  let gone = false
  const draw = newest(
    ([model, frame, mode]: Parameters<Drawing['update']>) =>
      new Promise<void>((resolve, reject) => {
        if (gone) return resolve()
        spec = specOf(model, frame, mode)
        const element = render(spec as never, context as never, resolve, reject)
        if (element.parentElement !== container) container.replaceChildren(element)
      }),
  )
  return {
    update: (...wanted) => draw(wanted),
    destroy: () => {
      gone = true
      // Destroyed before the first render: G2 has created nothing yet.
      if (context.canvas) destroy(spec as never, context as never, true, true)
      container.replaceChildren()
    },
  }
}
