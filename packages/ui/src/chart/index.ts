export { BarChart, type Bin } from './bar-chart.tsx'
export { downsample, lttb, type Point } from './lttb.ts'
export { TimeSeriesChart, type TimeSeriesChartProps } from './time-series-chart.tsx'
export type { ChartTexts, Instant, QualityKind, QualitySpan, Series, TimeSpan } from './types.ts'
