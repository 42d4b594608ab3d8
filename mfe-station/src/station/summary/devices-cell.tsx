import type { StatusCounts } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { StackedBar, StatusTag } from '@helioport/ui'
import type { ColorToken } from '@helioport/ui/tokens'
import { totalOf } from './summary.ts'
import { useStationText } from '../use-station-text.ts'
import styles from './summary-strip.module.css'

const tones = { normal: 'good', standby: 'warn', abnormal: 'bad', offline: 'idle' } as const satisfies Record<
  keyof StatusCounts,
  ColorToken
>
const order = ['normal', 'standby', 'abnormal', 'offline'] as const

/** All devices of all stations by status. */
export function DevicesCell({ devices }: { devices: StatusCounts }) {
  const text = useStationText()
  const word = useText('status')
  const format = useFormat()
  const parts = order.map((status) => ({
    value: devices[status],
    tone: tones[status],
    label: `${word(`status.${status}`)} ${format.number(devices[status])}`,
  }))
  return (
    <section className={styles.devices} data-cell="devices">
      <h2 className={styles.devicesLabel}>
        {text('dashboard.byStatus')} <strong>{format.number(totalOf(devices))}</strong>
      </h2>
      <StackedBar parts={parts} label={parts.map((part) => part.label).join(', ')} />
      <ul className={styles.statuses}>
        {order.map((status) => (
          <li key={status}>
            <StatusTag status={status} look="plain" label={word(`status.${status}`)} />
            <strong>{format.number(devices[status])}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}
