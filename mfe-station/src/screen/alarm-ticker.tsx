import type { Alarm } from '@helioport/contract'
import { joinParts, useAlarmText, useFormat, useText } from '@helioport/i18n'
import { useStationText } from '../station/use-station-text.ts'
import { turnAt } from './connection.ts'
import styles from './screen.module.css'

interface AlarmTickerProps {
  /** Open episodes, newest first; undefined: not loaded yet. */
  alarms: readonly Alarm[] | undefined
  total: number | undefined
  /** Epoch ms. */
  now: number
}

const turnMs = 10_000

/** One open alarm at a time, without scrolling: a line that stands still can be read from afar. */
export function AlarmTicker({ alarms, total, now }: AlarmTickerProps) {
  const text = useStationText()
  const word = useText('status')
  const alarmText = useAlarmText()
  const format = useFormat()
  const alarm = alarms?.[turnAt(now, turnMs, alarms.length)]
  return (
    <footer className={styles.ticker} data-open={alarm ? alarm.class : undefined}>
      <span className={styles.tickerCount}>
        {text('screen.alarms')} <strong>{alarms === undefined ? '–' : format.number(total ?? alarms.length)}</strong>
      </span>
      {alarm && (
        <p className={styles.tickerText} key={alarm.id}>
          <strong>{word(`alarmClass.${alarm.class}`)}</strong>
          <span>
            {alarm.code} {alarmText(alarm.code)?.name}
          </span>
          <span className={styles.tickerWhere}>
            {joinParts([alarm.stationName, alarm.deviceName, format.ago(alarm.raisedAt, now)])}
          </span>
        </p>
      )}
      {alarms?.length === 0 && <p className={styles.tickerText}>{text('dashboard.noAlarms')}</p>}
    </footer>
  )
}
