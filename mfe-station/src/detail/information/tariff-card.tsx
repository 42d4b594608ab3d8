import { useState } from 'react'
import { useEndpoint } from '@helioport/api-client'
import { maxPageSize, type TariffCorrection } from '@helioport/contract'
import { useErrorText, useFormat } from '@helioport/i18n'
import { dayAt } from '@helioport/time'
import { Button, Card, ErrorState, SkeletonText, StatusTag } from '@helioport/ui'
import { useOwnerText } from '../../station/owner-texts.ts'
import { useBandText } from '../../station/use-band-text.ts'
import type { StationTabProps } from '../station-tab-props.ts'
import { spansOf } from './timeline.ts'
import styles from './information.module.css'

const all = { page: 1, pageSize: maxPageSize }

/** Every past, present and future rate with its days, and later corrections. */
export function TariffCard({ station, now }: StationTabProps) {
  const text = useOwnerText()
  const format = useFormat()
  const errorText = useErrorText()
  const bandText = useBandText(station.currency)
  const params = { stationId: station.id }
  const tariffs = useEndpoint('GET /stations/:stationId/tariffs', { params, query: all })
  const corrections = useEndpoint('GET /stations/:stationId/tariff-corrections', { params, query: all })
  const [showsCorrections, showCorrections] = useState(false)
  const today = dayAt(now, station.timeZone)

  if (tariffs.error && !tariffs.data)
    return (
      <Card title={text('section.rates')}>
        <ErrorState {...errorText(tariffs.error, tariffs.refetch)} />
      </Card>
    )
  return (
    <Card title={text('section.rates')} subtitle={text('section.ratesHint')}>
      {!tariffs.data ? (
        <SkeletonText lines={2} />
      ) : (
        <ol className={styles['timeline']} aria-label={text('section.rates')}>
          {spansOf(tariffs.data, today).map(({ item, until, when }) => (
            <li key={item.id} data-over={when === 'over' || undefined}>
              <span>
                {until === null
                  ? text('rates.since', { date: format.date(item.from) })
                  : text('timeline.span', { from: format.date(item.from), until: format.date(until) })}
              </span>
              <span className={styles['worth']}>
                <strong>{text('rates.perKwh', { money: format.money(item.rate, station.currency) })}</strong>
                {item.bands.map((band) => (
                  <span key={bandText(band)} className={styles['small']}>
                    {bandText(band)}
                  </span>
                ))}
              </span>
              {when === 'now' && <StatusTag status="info" label={text('timeline.now')} look="soft" />}
            </li>
          ))}
        </ol>
      )}
      {corrections.data && corrections.data.length > 0 && (
        <>
          <Button size="s" kind="text" pressed={showsCorrections} onClick={() => showCorrections(!showsCorrections)}>
            {text('corrections.show', { count: format.number(corrections.total ?? corrections.data.length) })}
          </Button>
          {showsCorrections && <Corrections rows={corrections.data} currency={station.currency} />}
        </>
      )}
    </Card>
  )
}

function Corrections({ rows, currency }: { rows: readonly TariffCorrection[]; currency: string }) {
  const text = useOwnerText()
  const format = useFormat()
  const terms = (side: TariffCorrection['before']) =>
    side === null
      ? text('corrections.none')
      : text('corrections.terms', { from: format.date(side.from), money: format.money(side.rate, currency) })
  return (
    <ul className={styles['timeline']}>
      {rows.map(({ id, at, userName, before, after }) => (
        <li key={id}>
          <span>{format.dateTime(at)}</span>
          <span>{text('corrections.line', { before: terms(before), after: terms(after) })}</span>
          <span className={styles['small']}>{userName || '—'}</span>
        </li>
      ))}
    </ul>
  )
}
