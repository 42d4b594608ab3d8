import { Suspense, useState } from 'react'
import { type KeptAside, sampleMinutes, type Station, type StationDay } from '@helioport/contract'
import { useEndpoint, useSend } from '@helioport/api-client'
import { useErrorText, useFormat } from '@helioport/i18n'
import { Button, Card, Notice } from '@helioport/ui'
import { Failure } from '../../station/failure.tsx'
import { lazyWithTexts } from '../../station/owner-texts.ts'
import { useTabText } from '../tab-texts.ts'
import { keptAsideRefreshes } from './kept-aside-refreshes.ts'
import styles from './kept-aside-card.module.css'

const EditValues = lazyWithTexts(() => import('./edit-values.tsx'))

/**
 * Values of the day that no figure includes, with the reason and a button that includes them. When all values count,
 * only the button for corrections, for persons who may correct values.
 */
export function KeptAsideCard({ station, day }: { station: Station; day: StationDay }) {
  const text = useTabText()
  const isAsked = day.quality.some(({ kind }) => kind === 'implausible' || kind === 'outlier')
  const kept = useEndpoint(
    'GET /stations/:stationId/kept-aside',
    { params: { stationId: station.id }, query: { date: day.date } },
    { enabled: isAsked },
  )
  // Old days no longer have their samples.
  const mayEdit = station.rights.includes('manage') && day.binMinutes === sampleMinutes
  const edit = mayEdit && <EditButton day={day} />
  if (!isAsked || (kept.data && kept.data.length === 0)) return edit && <div className={styles['alone']}>{edit}</div>
  return (
    <Card title={text('aside.title')} subtitle={text('aside.hint')} extra={edit}>
      {kept.error && !kept.data && <Failure title={text('aside.failed')} error={kept.error} onRetry={kept.refetch} />}
      <ul className={styles['list']} data-testid="kept-aside">
        {kept.data?.map((each) => (
          <Entry
            key={`${each.reason} ${each.loggerId} ${each.deviceId} ${each.from}`}
            kept={each}
            station={station}
            timeZone={day.timeZone}
          />
        ))}
      </ul>
    </Card>
  )
}

function EditButton({ day }: { day: StationDay }) {
  const text = useTabText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="s" kind="text" onClick={() => setOpen(true)}>
        {text('aside.edit')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <EditValues day={day} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Entry({ kept, station, timeZone }: { kept: KeptAside; station: Station; timeZone: string }) {
  const text = useTabText()
  const format = useFormat()
  const errorText = useErrorText()
  const [isSure, setSure] = useState(false)
  const take = useSend('POST /stations/:stationId/kept-aside', { refreshes: keptAsideRefreshes })
  const { reason, loggerId, deviceId, from, to, edit } = kept
  const time = (at: string) => format.time(Date.parse(at), timeZone)
  const send = () =>
    take
      .send({ params: { stationId: station.id }, body: { reason, loggerId, deviceId, from, to } })
      // The refusal is shown below.
      .catch(() => {})
  const mayTake = kept.isOpen && station.rights.includes('manage')
  return (
    <li className={styles['entry']}>
      <div className={styles['what']}>
        <strong>{text(`aside.${reason}`)}</strong>
        <span className={styles['where']}>
          {kept.name} · {from === to ? time(from) : `${time(from)} – ${time(to)}`} ·{' '}
          {text('aside.frames', { count: kept.frames, total: format.number(kept.frames) })}
        </span>
        <span className={styles['values']}>
          {kept.values.map(({ name, least, greatest }) => (
            <span key={name}>
              <bdi>{name}</bdi>{' '}
              {least === greatest ? format.number(least) : `${format.number(least)} … ${format.number(greatest)}`}
            </span>
          ))}
        </span>
        {edit && (
          <span className={styles['where']}>
            {edit.factor !== null && `× ${format.number(edit.factor)} · `}
            <bdi>{edit.note}</bdi> · <bdi>{edit.userName || '—'}</bdi>
          </span>
        )}
        {take.error && <Notice tone="bad">{errorText(take.error).title}</Notice>}
      </div>
      {mayTake && !isSure && (
        <Button size="s" onClick={() => setSure(true)}>
          {text('aside.take')}
        </Button>
      )}
      {mayTake && isSure && (
        <Button size="s" kind="primary" busy={take.isSending} onClick={() => void send()}>
          {text('aside.sure')}
        </Button>
      )}
    </li>
  )
}
