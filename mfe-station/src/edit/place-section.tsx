import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useText, zoneAt, zoneChoices } from '@helioport/i18n'
import { Button, Card, Skeleton } from '@helioport/ui'
import { ComboField, NumberField, TextField } from '@helioport/ui/form'
import type { SectionProps } from './basic-section.tsx'
import { useOwnerText } from '../station/owner-texts.ts'
import { breachOf } from './station-breaches.ts'
import styles from './edit.module.css'

const PlaceMap = lazy(() => import('./place-map.tsx'))
const mapHeight = 300

/** The time zone at the entered place; undefined: no place yet, or unknown. */
function useZoneThere({ form }: SectionProps): string | undefined {
  const { latitude, longitude } = form.values
  const [found, setFound] = useState<{ latitude: number; longitude: number; zone: string }>()
  const isPlace = !breachOf('latitude', form.values) && !breachOf('longitude', form.values)
  useEffect(() => {
    if (!isPlace || latitude === null || longitude === null) return
    let isWanted = true
    zoneAt(latitude, longitude).then(
      (zone) => isWanted && setFound({ latitude, longitude, zone }),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [isPlace, latitude, longitude])
  return isPlace && found?.latitude === latitude && found.longitude === longitude ? found.zone : undefined
}

/** Location of the station, by a click on the map or by numbers. The place proposes the time zone. */
export function PlaceSection({ form }: SectionProps) {
  const text = useOwnerText()
  const common = useText()
  const zone = useZoneThere({ form })
  const proposed = useRef('')
  const { timeZone, latitude, longitude } = form.values
  const zones = useMemo(() => zoneChoices(timeZone), [timeZone])

  // A zone that the person chose stays; a proposed zone follows the place.
  useEffect(() => {
    if (zone === undefined || zone === proposed.current) return
    if (timeZone === '' || timeZone === proposed.current) form.setValue('timeZone', zone)
    proposed.current = zone
  })
  const differs = zone !== undefined && timeZone !== '' && zone !== timeZone

  const number = { notANumber: text('rule.number'), required: true, unit: '°' }
  return (
    <Card title={text('section.place')} subtitle={text('section.placeHint')}>
      <div className={styles['place']}>
        <Suspense fallback={<Skeleton height={mapHeight} />}>
          <PlaceMap
            height={mapHeight}
            value={latitude === null || longitude === null ? null : { latitude, longitude }}
            onChange={(place) => {
              form.setValue('latitude', place.latitude)
              form.setValue('longitude', place.longitude)
            }}
          />
        </Suspense>
        <div className={styles['fields']}>
          <NumberField {...form.field('latitude')} {...number} label={text('field.latitude')} />
          <NumberField {...form.field('longitude')} {...number} label={text('field.longitude')} />
          <ComboField
            {...form.field('timeZone')}
            label={text('field.timeZone')}
            options={zones}
            noMatch={common('empty.noMatch')}
            required
            hint={
              differs ? (
                <>
                  {text('field.zoneThere', { zone })}{' '}
                  <Button size="s" kind="text" onClick={() => form.setValue('timeZone', zone)}>
                    {text('field.takeZone')}
                  </Button>
                </>
              ) : (
                text('field.timeZoneHint')
              )
            }
          />
          <TextField {...form.field('address')} label={text('field.address')} mark={common('field.optional')} />
        </div>
      </div>
    </Card>
  )
}
