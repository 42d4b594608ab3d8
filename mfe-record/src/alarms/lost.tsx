import type { Alarm } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import styles from './alarms-page.module.css'

/** What the whole group has cost: energy, and money where the account may see income. */
export function Lost({ alarm }: { alarm: Alarm }) {
  const format = useFormat()
  const { lostEnergyKwh, lostIncome, currency } = alarm
  if (lostEnergyKwh === null) return '–'
  return (
    <span className={styles['lost']} data-value={lostEnergyKwh}>
      <span>{format.energy(lostEnergyKwh).text}</span>
      {lostIncome !== null && <span className={styles['more']}>{format.money(lostIncome, currency)}</span>}
    </span>
  )
}
