import type { ReactNode } from 'react'
import type { Device } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Bar, Card, Icon } from '@helioport/ui'
import type enUS from '../../messages/en-US.ts'
import styles from './parameter-tab.module.css'
import { compareStrings, minComparableCurrentA, type StringCurrent } from './siblings.ts'

interface StringCurrentsProps {
  device: Pick<Device, 'stringCurrentA' | 'mpptCount'>
  /** After the heading, on the end side. */
  extra: ReactNode
}

/** String currents by tracker, so that a weak string stands out. */
export function StringCurrents({ device, extra }: StringCurrentsProps) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const currents = device.stringCurrentA
  const groups = compareStrings(currents, device.mpptCount)
  const isDark = Math.max(0, ...currents.map((current) => current ?? 0)) < minComparableCurrentA
  const isSpread = groups.every(({ tracker }) => tracker !== null)
  const hint =
    currents.length === 0 ? undefined : isDark ? 'info.stringsDark' : isSpread ? 'info.stringsHint' : undefined

  return (
    <Card title={text('info.stringsNow')} subtitle={hint && text(hint)} extra={extra}>
      {currents.length === 0 ? (
        <p className={styles['quiet']}>{text('info.noStrings')}</p>
      ) : (
        <div className={styles['groups']}>
          {groups.map(({ tracker, strings }) => (
            <ol
              key={tracker ?? 0}
              className={styles['strings']}
              aria-label={
                tracker === null ? text('info.stringsNow') : text('info.tracker', { number: format.number(tracker) })
              }
            >
              {strings.map((string) => (
                <StringRow key={string.number} string={string} isAlone={tracker === null || strings.length === 1} />
              ))}
            </ol>
          ))}
        </div>
      )}
    </Card>
  )
}

function StringRow({ string, isAlone }: { string: StringCurrent; isAlone: boolean }) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const { shortfall } = string
  const name = text('info.string', { number: format.number(string.number) })
  const current = format.quantity(string.currentA, 'A', 2).text
  return (
    <li className={styles['string']} data-below={shortfall === null ? undefined : ''}>
      <span className={styles['stringName']}>{name}</span>
      <Bar share={string.share} tone={shortfall === null ? 'generation' : 'warn'} label={`${name}: ${current}`} />
      <span className={styles['number']}>{current}</span>
      {shortfall !== null && (
        <span className={styles['below']}>
          <Icon name="alarm" size={12} />
          {isAlone ? text('info.dead') : text('info.below', { share: format.percent(shortfall, 0) })}
        </span>
      )}
    </li>
  )
}
