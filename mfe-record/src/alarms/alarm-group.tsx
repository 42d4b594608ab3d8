import { useEndpoint } from '@helioport/api-client'
import { type Alarm, type AlarmDetail, paths } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { DescriptionList, SkeletonText } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import { AlarmSince } from './alarm-since.tsx'
import styles from './alarms-page.module.css'

const mostEpisodes = 12

/** The values measured when the alarm was raised, and all inverters of the same event. */
export function AlarmGroup({ alarm }: { alarm: Alarm }) {
  const text = useText<typeof enUS>('record')
  const { data, error, isPrevious } = useEndpoint('GET /alarms/:alarmId', { params: { alarmId: alarm.id } })
  const detail = isPrevious ? undefined : data
  if (error) return null
  if (!detail) return <SkeletonText lines={4} />
  return (
    <>
      <AlarmSince alarm={alarm} values={detail.values} />
      {detail.values && <Values values={detail.values} />}
      {detail.episodes.length > 1 && (
        <section>
          <h3 className={styles['heading']}>{text('group.title')}</h3>
          <Episodes alarm={detail} />
        </section>
      )}
    </>
  )
}

function Values({ values }: { values: NonNullable<AlarmDetail['values']> }) {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const list = (row: readonly (number | null)[], unit: string, digits: number) =>
    row.length === 0 ? '–' : row.map((value) => format.quantity(value, unit, digits).text).join(' · ')
  return (
    <section>
      <h3 className={styles['heading']}>{text('values.title')}</h3>
      <DescriptionList
        items={[
          { label: text('values.power'), value: format.power(values.powerW).text },
          { label: text('values.grid'), value: list(values.acVoltageV, 'V', 1) },
          { label: text('values.frequency'), value: format.quantity(values.frequencyHz, 'Hz', 2).text },
          { label: text('values.mppt'), value: list(values.mpptVoltageV, 'V', 0) },
          { label: text('values.cabinet'), value: format.quantity(values.cabinetC, '°C', 1).text },
        ]}
      />
    </section>
  )
}

function Episodes({ alarm }: { alarm: AlarmDetail }) {
  const text = useText<typeof enUS>('record')
  const status = useText('status')
  const format = useFormat()
  const rest = alarm.episodes.length - mostEpisodes
  return (
    <ul className={styles['episodes']}>
      {alarm.episodes.slice(0, mostEpisodes).map((episode) => (
        <li key={episode.alarmId}>
          <a href={`#${paths.device('charts', alarm.memberId, episode.deviceId)}`}>{episode.deviceName}</a>
          <span className={styles['time']}>
            {format.time(episode.raisedAt, alarm.timeZone)}–
            {episode.clearedAt === null ? status('alarmState.open') : format.time(episode.clearedAt, alarm.timeZone)}
          </span>
          <span className={styles['time']}>{format.energy(episode.lostEnergyKwh).text}</span>
        </li>
      ))}
      {rest > 0 && <li>{text('group.more', { count: rest, number: format.number(rest) })}</li>}
    </ul>
  )
}
