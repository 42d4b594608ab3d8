import { type Alarm, paths } from '@helioport/contract'
import { useAlarmText, useFormat, useText } from '@helioport/i18n'
import { useNow } from '@helioport/ui'
import type { Column } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { durationOf } from './alarm-duration.ts'
import { Marked } from '../record/marked.tsx'
import { AlarmTag } from './alarm-tag.tsx'
import { Lost } from './lost.tsx'
import styles from './alarms-page.module.css'

/** Columns of the alarm list; `search` is highlighted. */
export function useAlarmColumns(choice: AlarmChoice, search: string): Column<Alarm>[] {
  return [...usePlaceColumns(choice, search), ...useCourseColumns()]
}

interface AlarmChoice {
  chosen: readonly string[]
  /** The maximum is chosen. */
  isFull: boolean
  toggle: (alarmId: string) => void
}

function ChooseBox({ alarm, choice }: { alarm: Alarm; choice: AlarmChoice }) {
  const text = useText<typeof enUS>('record')
  const isChosen = choice.chosen.includes(alarm.id)
  return (
    <input
      type="checkbox"
      className={styles['choose']}
      checked={isChosen}
      disabled={choice.isFull && !isChosen}
      aria-label={text('many.choose', { alarm: `${alarm.code} ${alarm.deviceName}` })}
      onChange={() => choice.toggle(alarm.id)}
    />
  )
}

/** Columns of the alarm, its device and station. */
function usePlaceColumns(choice: AlarmChoice, search: string): Column<Alarm>[] {
  const text = useText<typeof enUS>('record')
  const alarmText = useAlarmText()
  const format = useFormat()
  const marked = (words: string) => <Marked hits={[search]}>{words}</Marked>
  const isHit = (words: string) => search.trim() !== '' && words.toLowerCase().includes(search.trim().toLowerCase())
  return [
    {
      key: 'alarm',
      title: text('column.alarm'),
      card: 'title',
      width: 250,
      render: ({ code }) => (
        <span className={styles['alarm']}>
          <span className={styles['code']}>{marked(code)}</span>
          <span>{alarmText(code)?.name}</span>
        </span>
      ),
      before: (alarm) => <ChooseBox alarm={alarm} choice={choice} />,
    },
    {
      key: 'class',
      title: text('alarms.class'),
      card: 'aside',
      width: 104,
      render: (alarm) => <AlarmTag alarm={alarm} />,
    },
    {
      key: 'device',
      title: text('column.device'),
      width: 130,
      hideable: true,
      render: (alarm) => (
        <a
          className={styles['over']}
          href={`#${paths.device('charts', alarm.memberId, alarm.deviceId)}`}
          title={alarm.deviceSerial}
        >
          {marked(alarm.deviceName)}
          {!isHit(alarm.deviceName) && isHit(alarm.deviceSerial) && (
            <span className={styles['more']}> {marked(alarm.deviceSerial)}</span>
          )}
          {alarm.deviceCount > 1 && (
            <span className={styles['more']}>
              {text('group.more', { count: alarm.deviceCount - 1, number: format.number(alarm.deviceCount - 1) })}
            </span>
          )}
        </a>
      ),
    },
    {
      key: 'station',
      title: text('column.station'),
      width: 180,
      hideable: true,
      render: (alarm) => (
        <a className={styles['over']} href={`#${paths.station('charts', alarm.memberId, alarm.stationId)}`}>
          {marked(alarm.stationName)}
        </a>
      ),
    },
  ]
}

/** Columns of times, losses and care. */
function useCourseColumns(): Column<Alarm>[] {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const now = useNow(60_000)
  return [
    {
      key: 'raisedAt',
      title: text('column.raised'),
      width: 168,
      render: (alarm) => (
        <span className={styles['time']} title={alarm.timeZone}>
          {format.dateTime(alarm.raisedAt, alarm.timeZone)}
        </span>
      ),
    },
    {
      key: 'clearedAt',
      title: text('column.cleared'),
      width: 168,
      hideable: true,
      render: (alarm) =>
        alarm.clearedAt === null ? (
          <strong className={styles['open']}>{text('open')}</strong>
        ) : (
          <span className={styles['time']} title={alarm.timeZone}>
            {format.dateTime(alarm.clearedAt, alarm.timeZone)}
          </span>
        ),
    },
    {
      key: 'duration',
      title: text('column.duration'),
      align: 'end',
      width: 104,
      render: (alarm) => <span className={styles['time']}>{format.duration(durationOf(alarm, now))}</span>,
    },
    {
      key: 'lost',
      title: text('column.lost'),
      align: 'end',
      width: 116,
      hideable: true,
      render: (alarm) => <Lost alarm={alarm} />,
    },
    {
      key: 'care',
      title: text('care.title'),
      width: 130,
      hideable: true,
      render: (alarm) => <Care alarm={alarm} />,
    },
  ]
}

/** Acknowledged, assigned, commented, snoozed: what applies, in one line. */
function Care({ alarm }: { alarm: Alarm }) {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const { acknowledgedAt, assigneeName, commentCount, snoozedUntil } = alarm
  const words = [
    ...(acknowledgedAt === null ? [] : [text('care.seenFilter')]),
    ...(assigneeName === null ? [] : [assigneeName]),
    ...(commentCount === 0
      ? []
      : [text('care.comments', { count: commentCount, number: format.number(commentCount) })]),
    ...(snoozedUntil === null ? [] : [text('care.asleep')]),
  ]
  return <span className={styles['care']}>{words.length === 0 ? '–' : words.join(' · ')}</span>
}
