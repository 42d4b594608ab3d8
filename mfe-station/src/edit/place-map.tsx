import { useMemo } from 'react'
import { useMapTexts } from '@helioport/i18n'
import { PositionPicker } from '@helioport/ui/map'
import { useOwnerText } from '../station/owner-texts.ts'

interface Place {
  latitude: number
  longitude: number
}

interface PlaceMapProps {
  value: Place | null
  onChange: (place: Place) => void
  height: number
}

const isPlace = (value: Place | null): value is Place =>
  value !== null && Math.abs(value.latitude) <= 90 && Math.abs(value.longitude) <= 180

/** A separate module, so that the map is not part of the form's chunk. */
export default function PlaceMap({ value, onChange, height }: PlaceMapProps) {
  const text = useOwnerText()
  const common = useMapTexts()
  const texts = useMemo(() => ({ ...common, cluster: String }), [common])
  return (
    <PositionPicker
      label={text('field.map')}
      value={isPlace(value) ? value : null}
      onChange={onChange}
      texts={texts}
      height={height}
    />
  )
}
