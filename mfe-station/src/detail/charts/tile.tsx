import type { ReactNode } from 'react'
import type { Figure } from '@helioport/i18n'
import { Stat } from '@helioport/ui'
import type { QuantityTone } from '@helioport/ui/tokens'
import styles from './kpi-tiles.module.css'

interface TileProps {
  /** Part of `data-testid`: `kpi-…`. */
  name: string
  label: ReactNode
  figure: Figure
  /** The raw number, in the unit of the contract. */
  raw: number | null
  note?: ReactNode
  tone?: QuantityTone
  badge?: ReactNode
  isLead?: boolean
  isStale?: boolean
  /** The tile takes a whole row. */
  isWide?: boolean
}

/** Longer values, such as amounts in some currencies, would not fit half a phone in the large size. */
const longestLead = 9

/** One figure of a day or a period, with its basis below. */
export function Tile({
  name,
  label,
  figure,
  raw,
  note,
  tone,
  badge,
  isLead = false,
  isStale = false,
  isWide = false,
}: TileProps) {
  return (
    <div className={styles.tile} data-wide={isWide || undefined}>
      <Stat
        testId={`kpi-${name}`}
        raw={raw}
        label={label}
        value={figure.value}
        unit={figure.unit}
        size={isLead && figure.value.length <= longestLead ? 'xl' : 'l'}
        note={note ?? '\u00a0'}
        stale={isStale}
        badge={badge}
        {...(tone ? { tone } : {})}
      />
    </div>
  )
}

/** A text in place of a figure. */
export const plainFigure = (value: string): Figure => ({ value, unit: '', text: value })
