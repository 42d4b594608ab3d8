import { useEndpoint, useSend } from '@helioport/api-client'
import { maxPageSize } from '@helioport/contract'
import { useErrorText, useFormat } from '@helioport/i18n'
import { dayAt } from '@helioport/time'
import { Card, ErrorState, IconButton, Notice, SkeletonText, StatusTag } from '@helioport/ui'
import { useOwnerText } from '../../station/owner-texts.ts'
import type { StationTabProps } from '../station-tab-props.ts'
import { spansOf } from './timeline.ts'
import styles from './information.module.css'

/** `from` of the country's factor, which is valid before any other. */
const always = ''
const refreshes = ['GET /stations/:stationId/co2-factors', 'GET /stations/:stationId/statistics'] as const

/** The CO2 factors per kWh, from which day they are valid, and their source. */
export function FactorCard({ station, now }: StationTabProps) {
  const text = useOwnerText()
  const format = useFormat()
  const errorText = useErrorText()
  const params = { stationId: station.id }
  const factors = useEndpoint('GET /stations/:stationId/co2-factors', {
    params,
    query: { page: 1, pageSize: maxPageSize },
  })
  const remove = useSend('DELETE /stations/:stationId/co2-factors/:co2FactorId', { refreshes })
  const today = dayAt(now, station.timeZone)

  if (factors.error && !factors.data)
    return (
      <Card title={text('section.co2')}>
        <ErrorState {...errorText(factors.error, factors.refetch)} />
      </Card>
    )
  const dated = (factors.data ?? []).map((factor) => ({ ...factor, from: factor.from ?? always }))
  return (
    <Card title={text('section.co2')} subtitle={text('section.co2Hint')}>
      {remove.error && <Notice tone="bad">{errorText(remove.error).detail}</Notice>}
      {!factors.data ? (
        <SkeletonText lines={1} />
      ) : (
        <ol className={styles['timeline']} aria-label={text('section.co2')}>
          {spansOf(dated, today).map(({ item, when }) => (
            <li key={item.id ?? 'country'} data-over={when === 'over' || undefined}>
              <span>
                {item.from === always ? text('co2.country') : text('rates.since', { date: format.date(item.from) })}
              </span>
              <span className={styles['worth']}>
                <strong>{format.quantity(item.kgPerKwh, 'kg/kWh', 3).text}</strong>
                <span className={styles['small']}>
                  {text('co2.line', { source: item.source, year: String(item.year) })}
                </span>
              </span>
              {when === 'now' && <StatusTag status="info" label={text('timeline.now')} look="soft" />}
              {when === 'later' && item.id !== null && station.rights.includes('manage') && (
                <IconButton
                  icon="trash"
                  size="s"
                  label={text('co2.delete')}
                  onClick={() =>
                    void remove.send({ params: { ...params, co2FactorId: item.id ?? '' } }).catch(() => undefined)
                  }
                />
              )}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
