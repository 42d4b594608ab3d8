import type { Alarm } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import styles from './alarms-page.module.css'

/** Energy that the whole group lost, and its income where the account may see it. */
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
