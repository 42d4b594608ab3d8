import { type Alarm, wholeLossShare } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'
import styles from './alarms-page.module.css'

/** Lost energy of the whole group, and lost income where the account may see it. */
export function Lost({ alarm }: { alarm: Alarm }) {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const { lostEnergyKwh, lostIncome, lossShare, currency } = alarm
  if (lostEnergyKwh === null) return '–'
  return (
    <span className={styles['lost']} data-value={lostEnergyKwh}>
      <span>{format.energy(lostEnergyKwh).text}</span>
      {lostIncome !== null && <span className={styles['more']}>{format.money(lostIncome, currency)}</span>}
      {lossShare !== null && lossShare < wholeLossShare && (
        <span className={styles['share']}>{text('lost.share', { share: format.percent(lossShare, 0) })}</span>
      )}
    </span>
  )
}
