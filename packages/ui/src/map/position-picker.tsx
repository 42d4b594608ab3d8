import { useState } from 'react'
import { MapFrame } from './map-frame.tsx'
import styles from './map.module.css'
import type { MapTexts, Position } from './types.ts'
import { placeOf } from './view.ts'

interface PositionPickerProps {
  label: string
  /** Null: nothing chosen yet. */
  value: Position | null
  /** Degrees, rounded to what a plant needs (1e-5 degrees, about 1 m). */
  onChange: (value: Position) => void
  texts: MapTexts
  height?: number
}

const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5

/** A map on which a click sets a position. Without a pointer the number fields beside it do the same. */
export function PositionPicker({ label, value, onChange, texts, height = 280 }: PositionPickerProps) {
  // The map stays where it is while a person picks and picks again.
  const [home] = useState(value === null ? [] : [value])
  return (
    <MapFrame
      label={label}
      texts={texts}
      height={height}
      home={home}
      onPick={({ latitude, longitude }) => onChange({ latitude: round(latitude), longitude: round(longitude) })}
    >
      {(view, size) => {
        if (value === null) return null
        const [x, y] = placeOf(view, size, value)
        return <span className={styles['pin']} style={{ transform: `translate(${x}px, ${y}px)` }} aria-hidden="true" />
      }}
    </MapFrame>
  )
}
