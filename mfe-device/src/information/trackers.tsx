import type { Device } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Bar, Figure } from '@helioport/ui'
import type { enUS } from '../messages/en-US.ts'
import styles from './information-tab.module.css'
import { compareSiblings } from './siblings.ts'

/** Voltage, current and power of every MPP tracker, side by side. */
export function Trackers({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const powers = device.mpptVoltageV.map((voltage, tracker) => voltage * (device.mpptCurrentA[tracker] ?? 0))
  if (powers.length === 0) return <p className={styles['quiet']}>{text('info.noTrackers')}</p>

  return (
    <ul className={styles['trackers']} aria-label={text('info.trackers')}>
      {compareSiblings(powers).map(({ number, value, share }) => {
        const power = format.power(value)
        const name = text('info.tracker', { number: format.number(number) })
        return (
          <li key={number} className={styles['tracker']}>
            <span className={styles['name']}>{name}</span>
            <Figure value={power.value} unit={power.unit} size="m" />
            <Bar share={share} label={`${name}: ${power.text}`} />
            <span className={styles['quiet']}>
              {format.quantity(device.mpptVoltageV[number - 1], 'V', 1).text}
              {' · '}
              {format.quantity(device.mpptCurrentA[number - 1], 'A', 2).text}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
