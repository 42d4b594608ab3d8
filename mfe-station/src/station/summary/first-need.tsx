import { Link } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { type Alarm, paths, type Station } from '@helioport/contract'
import { useAlarmText, useFormat } from '@helioport/i18n'
import { LinkButton } from '@helioport/ui'
import { hrefOf } from '../href.ts'
import { needingStations } from '../needing-stations.ts'
import { useAttentionText } from '../use-attention-text.ts'
import { pollMs } from '../use-fleet.ts'
import { useStationText } from '../use-station-text.ts'
import styles from './summary-strip.module.css'

interface FirstNeedProps {
  station: Station
  /** Number of further stations that need a person. */
  others: number
}

/** Number of newest open alarms among which the most important one is chosen. */
const looked = 10

const lossOf = ({ lostEnergyKwh }: Alarm) => lostEnergyKwh ?? 0

/** The most important alarm: faults before notices, then the highest loss, then the newest. */
const chiefOf = (alarms: readonly Alarm[] = []) =>
  alarms.toSorted((a, b) => Number(b.class === 'fault') - Number(a.class === 'fault') || lossOf(b) - lossOf(a))[0]

/** The most important open alarm of the station; undefined: its need is not an alarm, or the alarm is loading. */
function useAlarm({ id, status, openAlarms }: Station): { alarm: Alarm | undefined; isLoading: boolean } {
  const enabled = status !== 'offline' && openAlarms !== null && openAlarms > 0
  const query = { state: 'open', stationId: id, lowLight: false, page: 1, pageSize: looked } as const
  const { data, isPrevious, isLoading } = useEndpoint('GET /alarms', { query }, { refetchMs: pollMs, enabled })
  return { alarm: isPrevious || !enabled ? undefined : chiefOf(data), isLoading: enabled && isLoading }
}

/** One sentence with plant, cause and loss, and a link. */
export function FirstNeed({ station, others }: FirstNeedProps) {
  const text = useStationText()
  const alarmText = useAlarmText()
  const format = useFormat()
  const reasonOf = useAttentionText()
  const { alarm, isLoading } = useAlarm(station)
  const reason = alarm
    ? text('need.alarm', { alarm: alarmText(alarm.code)?.name ?? alarm.code, device: alarm.deviceName })
    : reasonOf(station)
  return (
    <>
      <p className={styles.need}>
        <Link to={paths.station('charts', station.memberId, station.id)}>
          <bdi>{station.name}</bdi>
        </Link>
        {!isLoading && <span>{reason}</span>}
        {alarm && <Loss alarm={alarm} />}
      </p>
      <p className={styles.ways}>
        {alarm ? (
          <LinkButton size="s" href={hrefOf(paths.alarm(alarm.id))}>
            {text('need.alarmOpen')}
          </LinkButton>
        ) : (
          <LinkButton size="s" href={hrefOf(paths.station('charts', station.memberId, station.id))}>
            {text('need.stationOpen')}
          </LinkButton>
        )}
        {others > 0 && <Link to={needingStations}>{text('summary.more', { count: format.number(others) })}</Link>}
      </p>
    </>
  )
}

/** Loss by the alarm so far; nothing if it is unknown or negligible. */
function Loss({ alarm: { lostEnergyKwh, lostIncome, currency } }: { alarm: Alarm }) {
  const text = useStationText()
  const format = useFormat()
  if (lostEnergyKwh === null || lostEnergyKwh < 0.01) return null
  const energy = format.energy(lostEnergyKwh).text
  return (
    <span className={styles.loss}>
      {lostIncome === null
        ? text('need.lost', { energy })
        : text('need.lostMoney', { energy, money: format.money(lostIncome, currency) })}
    </span>
  )
}
