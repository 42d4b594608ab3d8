import type { StationLosses } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { Card, Notice } from '@helioport/ui'
import { useTabText } from '../tab-texts.ts'
import styles from './performance.module.css'
import { coinDigits, energyDigits, roundedToSum, stepsOf } from './waterfall.ts'

/** From the irradiation on the modules to the delivered energy, in kWh and money; the rows add up exactly. */
export function LossWaterfall({ losses }: { losses: StationLosses }) {
  const text = useTabText()
  const format = useFormat()
  const digits = energyDigits(losses.bars.find(({ name }) => name === 'reference')?.energyKwh ?? 0)
  const inKwh = roundedToSum(losses.bars, 'energyKwh', digits)
  const steps = stepsOf(roundedToSum(inKwh, 'income', coinDigits(losses.currency)))
  const hasMoney = losses.bars.some(({ income }) => income !== null)
  const reasons = new Set(losses.bars.flatMap(({ reason }) => (reason === null ? [] : [reason])))
  return (
    <Card
      title={text('losses.title')}
      subtitle={text('losses.subtitle', {
        range: format.dayRange(losses.from, losses.to),
        share: format.percent(losses.coverage, 0),
      })}
      padding="none"
    >
      <table className={styles.table} data-testid="losses">
        <thead>
          <tr>
            <th scope="col">{text('losses.step')}</th>
            <th scope="col" className={styles.wide} aria-hidden="true" />
            <th scope="col" className={styles.number}>
              {text('losses.kwh')}
            </th>
            <th scope="col" className={`${styles.number} ${styles.hours}`}>
              {text('losses.hours')}
            </th>
            {hasMoney && (
              <th scope="col" className={styles.number}>
                {text('kpi.income')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {steps.map(({ name, from, to, energyKwh, hours, income, reason }) => {
            const isLoss = name !== 'reference' && name !== 'final'
            const signed = (value: number | null) => (value === null || !isLoss ? value : -value)
            return (
              <tr key={name} data-bar={name} data-kwh={energyKwh ?? ''} data-money={income ?? ''}>
                <th scope="row">
                  {text(name === 'temperature' && (energyKwh ?? 0) < 0 ? 'losses.cold' : `losses.${name}`)}
                  {reason !== null && <small>{text(`losses.reason.${reason}`)}</small>}
                </th>
                <td className={styles.wide} aria-hidden="true">
                  {from !== null && to !== null && (
                    <span
                      className={styles.bar}
                      data-kind={isLoss ? ((energyKwh ?? 0) < 0 ? 'gain' : 'loss') : 'level'}
                      style={{ insetInlineStart: `${from * 100}%`, inlineSize: `max(2px, ${(to - from) * 100}%)` }}
                    />
                  )}
                </td>
                <td className={styles.number} data-testid={`loss-${name}`}>
                  <bdi dir="ltr">{format.number(signed(energyKwh), digits)}</bdi>
                </td>
                <td className={`${styles.number} ${styles.hours}`}>
                  <bdi dir="ltr">{format.number(signed(hours), 2)}</bdi>
                </td>
                {hasMoney && (
                  <td className={styles.number}>
                    <bdi dir="ltr">{format.money(signed(income), losses.currency)}</bdi>
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
      {reasons.has('noSensor') && <Notice tone="info">{text('losses.noSensorHint')}</Notice>}
      {losses.outsideKwh !== null && losses.outsideKwh > 0 && (
        <p className={styles.foot}>{text('losses.outside', { energy: format.energy(losses.outsideKwh).text })}</p>
      )}
    </Card>
  )
}
