import { useState } from 'react'
import { MapFrame } from './map-frame.tsx'
import styles from './map.module.css'
import type { MapTexts, Position } from './types.ts'
import { placeOf } from './view.ts'

interface PositionPickerProps {
  label: string
  /** Null: nothing chosen yet. */
  value: Position | null
  /** Degrees, rounded to 1e-5 (about 1 m), which is enough for a plant. */
  onChange: (value: Position) => void
  texts: MapTexts
  height?: number
}

const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5

/** A map on which a click sets a position. Without a pointer, the number fields beside the map do the same. */
export function PositionPicker({ label, value, onChange, texts, height = 280 }: PositionPickerProps) {
  // Not updated with the value: the map stays in place while the person picks again.
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
