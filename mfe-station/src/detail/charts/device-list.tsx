import { Link } from 'react-router-dom'
import { paths } from '@helioport/contract'
import { type Format, useFormat } from '@helioport/i18n'
import { Bar, Card, Empty, Icon, Sparkline, useUi } from '@helioport/ui'
import { seriesColorOf } from '@helioport/ui/tokens'
import { FigureOf } from '../../station/figure-of.tsx'
import { useStationText } from '../../station/use-station-text.ts'
import { useTabText } from '../tab-texts.ts'
import { type DeviceShare, isWeak } from './device-shares.ts'
import styles from '../detail.module.css'

interface DeviceListProps {
  memberId: string
  shares: readonly DeviceShare[]
  marked: readonly string[]
  onToggle: (deviceId: string) => void
}

/** +2.3 %, −0.4 %, 0.0 %: the sign is part of the message. */
function distanceText(distance: number | null, format: Format): string {
  if (distance === null) return ''
  const size = format.percent(Math.abs(distance), 1)
  if (Math.abs(distance) < 0.0005) return size
  return `${distance > 0 ? '+' : '−'}${size}`
}

/** Each device of the day: its curve, its energy as a bar, its deviation from the median device. */
export function DeviceList({ memberId, shares, marked, onToggle }: DeviceListProps) {
  const text = useTabText()
  const stationText = useStationText()
  const format = useFormat()
  const { mode } = useUi()
  const most = Math.max(0, ...shares.flatMap((share) => share.powerW.map((value) => value ?? 0)))
  return (
    <Card title={text('devices.title')} subtitle={shares.length > 0 ? text('devices.hint') : undefined}>
      {shares.length === 0 && <Empty icon="device" title={stationText('devices.none')} />}
      <ul className={styles.deviceList}>
        {shares.map((share) => {
          const { deviceId, name, energyKwh, specificYield, ofBest, againstMiddle, powerW } = share
          const ownYield = text('figure.yieldOf', { yield: format.number(specificYield, 2) })
          const at = marked.indexOf(deviceId)
          return (
            <li key={deviceId} className={styles.device} data-testid="device-row" data-value={energyKwh ?? ''}>
              <button
                type="button"
                className={styles.mark}
                aria-pressed={at >= 0}
                aria-label={text('devices.choose', { name })}
                title={text('devices.choose', { name })}
                style={at >= 0 ? { background: seriesColorOf(at, mode), borderColor: 'transparent' } : undefined}
                onClick={() => onToggle(deviceId)}
              >
                {at >= 0 && <Icon name="check" size={12} />}
              </button>
              <Link to={paths.device('charts', memberId, deviceId)} className={styles.deviceName}>
                {name}
              </Link>
              <Sparkline values={powerW} width={120} height={28} max={most} label={text('devices.curve')} />
              <span className={styles.deviceBar}>
                <Bar share={ofBest} label={`${name}: ${ownYield}`} />
              </span>
              <span className={styles.deviceEnergy}>
                <FigureOf figure={format.energy(energyKwh)} />
                {specificYield !== null && <small data-testid="device-yield">{ownYield}</small>}
              </span>
              <span className={styles.deviceShare} data-weak={isWeak(share) || undefined} title={text('devices.share')}>
                {distanceText(againstMiddle, format)}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
