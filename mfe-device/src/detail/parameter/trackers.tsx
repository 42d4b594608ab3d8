import type { Device } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Bar, Figure } from '@helioport/ui'
import type enUS from '../../messages/en-US.ts'
import styles from './parameter-tab.module.css'

/** Voltage, current and power of every MPP tracker, side by side. */
export function Trackers({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const powers = device.mpptVoltageV.map((voltage, tracker) => {
    const current = device.mpptCurrentA[tracker] ?? null
    return voltage === null || current === null ? null : voltage * current
  })
  const strongest = Math.max(0, ...powers.map((watts) => watts ?? 0))
  if (powers.length === 0) return <p className={styles['quiet']}>{text('info.noTrackers')}</p>

  return (
    <ul className={styles['trackers']} aria-label={text('info.trackers')}>
      {powers.map((watts, tracker) => {
        const number = tracker + 1
        const power = format.power(watts)
        const name = text('info.tracker', { number: format.number(number) })
        return (
          <li key={number} className={styles['tracker']}>
            <span className={styles['name']}>{name}</span>
            <Figure value={power.value} unit={power.unit} size="m" />
            <Bar share={strongest > 0 ? (watts ?? 0) / strongest : 0} label={`${name}: ${power.text}`} />
            <span className={styles['quiet']}>
              {format.quantity(device.mpptVoltageV[tracker], 'V', 1).text}
              {' · '}
              {format.quantity(device.mpptCurrentA[tracker], 'A', 2).text}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
