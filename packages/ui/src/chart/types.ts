import type { IconName } from '../core/icon.tsx'
import type { QuantityTone } from '../tokens/tokens.ts'

export type QualityKind = 'gap' | 'backfilled' | 'stale' | 'reset' | 'outlier' | 'implausible'

/** ISO instant or epoch ms. */
export type Instant = string | number

export interface Series {
  id: string
  label: string
  /** Key of the formatter in `formatValue`. Series of one unit share an axis. */
  unit: string
  /** Bars of one bin stand side by side. */
  kind: 'area' | 'line' | 'bar'
  /** Colour of the quantity, or … */
  tone?: QuantityTone
  /** … the n-th of the colours that distinguish several curves of a kind. */
  color?: number
  /** One mean per bin from `from` on; null: gap. */
  values: readonly (number | null)[]
  /** Side of its axis; `end` only for a second unit. */
  axis?: 'start' | 'end'
  /** A comparison: dashed and lighter. */
  dashed?: boolean
  /** Context: thin and grey, without a name. */
  muted?: boolean
  /** Whether its axis starts at zero; power always does. */
  fromZero?: boolean
}

export interface TimeSpan {
  from: Instant
  to: Instant
}

export interface QualitySpan extends TimeSpan {
  kind: QualityKind
}

/** End of a running day's curve, with its age in words. */
export interface LastDatum {
  at: Instant
  text: string
}

/** An event at an instant; a click opens its details. */
export interface ChartEvent {
  at: Instant
  icon: IconName
  label: string
  href: string
}

/** Texts of a chart. */
export interface ChartTexts {
  chart: string
  table: string
  loading: string
  empty: string
  keys: string
  timeZone: string
  time: string
  night: string
  failed: string
  retry: string
  /** Button that resets the zoom. */
  zoomOut: string
  quality: Record<QualityKind, string>
}

export const epochOf = (instant: Instant): number => (typeof instant === 'number' ? instant : Date.parse(instant))
