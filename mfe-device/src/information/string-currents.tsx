import { useFormat, useText } from '@helioport/i18n'
import { Bar, Card, Icon } from '@helioport/ui'
import type { enUS } from '../messages/en-US.ts'
import styles from './information-tab.module.css'
import { compareSiblings, medianOf, minComparableCurrentA } from './siblings.ts'

/** All string currents in one grid: a string that falls behind its siblings is seen at once. */
export function StringCurrents({ currents }: { currents: readonly number[] }) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const median = medianOf(currents) ?? 0
  const hint =
    currents.length === 0
      ? undefined
      : median < minComparableCurrentA
        ? text('info.stringsDark')
        : text('info.stringsHint', { median: format.number(median, 2) })

  return (
    <Card title={text('info.stringsNow')} subtitle={hint}>
      {currents.length === 0 ? (
        <p className={styles['quiet']}>{text('info.noStrings')}</p>
      ) : (
        <ol className={styles['strings']} aria-label={text('info.stringsNow')}>
          {compareSiblings(currents).map(({ number, value, share, shortfall }) => {
            const name = text('info.string', { number: format.number(number) })
            const below = shortfall === null ? undefined : text('info.below', { share: format.percent(shortfall, 0) })
            return (
              <li key={number} className={styles['string']} data-below={below === undefined ? undefined : ''}>
                <span className={styles['stringName']}>{name}</span>
                <Bar
                  share={share}
                  tone={below === undefined ? 'generation' : 'warn'}
                  label={`${name}: ${format.quantity(value, 'A', 2).text}`}
                />
                <span className={styles['number']}>{format.quantity(value, 'A', 2).text}</span>
                {below !== undefined && (
                  <span className={styles['below']}>
                    <Icon name="alarm" size={12} />
                    {below}
                  </span>
                )}
              </li>
            )
          })}
        </ol>
      )}
    </Card>
  )
}
