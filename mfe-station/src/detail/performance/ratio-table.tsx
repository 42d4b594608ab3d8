import type { Capacity, Figures } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { Card } from '@helioport/ui'
import { notesOf, useFigureNotes } from '../../station/use-figure-notes.ts'
import { useTabText } from '../tab-texts.ts'
import styles from './performance.module.css'

/** Each figure with its formula and its share of daylight. `capacity`: the divisor, and how much of it reported. */
export function RatioTable({ figures, capacity }: { figures: Figures; capacity: Capacity | undefined }) {
  const text = useTabText()
  const format = useFormat()
  const notes = useFigureNotes()
  const { coverage } = figures
  const hours = (value: number | null) => format.quantity(value, 'h', 1).text
  const isSensor = figures.peakSunshineBasis === 'sensor'
  const rows = [
    { key: 'referenceYield', value: hours(isSensor ? figures.irradiationKwhM2 : null), share: coverage.irradiation },
    { key: 'finalYield', value: hours(figures.specificYield), share: coverage.energy },
    { key: 'pr', value: format.percent(figures.performanceRatio, 1), share: coverage.performanceRatio },
    { key: 'pr25', value: format.percent(figures.performanceRatio25, 1), share: coverage.performanceRatio25 },
    { key: 'ra', value: format.percent(figures.arrayRatio, 1), share: coverage.arrayRatio },
    { key: 'availability', value: format.percent(figures.availability, 1), share: coverage.availability },
  ] as const
  return (
    <Card
      title={text('performance.title')}
      subtitle={
        capacity &&
        notesOf(
          text('kpi.capacityNote', { capacity: format.capacity(capacity.inOperationKwp).text }),
          notes.silent(capacity),
          notes.days(figures.days),
        )
      }
      padding="none"
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text('performance.figure')}</th>
            <th scope="col" className={styles.number}>
              {text('performance.value')}
            </th>
            <th scope="col" className={styles.number}>
              {text('column.coverage')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, value, share }) => (
            <tr key={key}>
              <th scope="row">
                {text(`performance.${key}`)}
                <small>{text(`performance.${key}.formula`)}</small>
              </th>
              <td className={styles.number} data-testid={`performance-${key}`}>
                <bdi dir="ltr">{value}</bdi>
              </td>
              <td className={styles.number}>{format.percent(share, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
