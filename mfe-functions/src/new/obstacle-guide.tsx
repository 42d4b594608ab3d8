import { type CommandKind, paths } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Card, Icon, type IconName } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import styles from './choice.module.css'
import type { Obstacle, ReadinessSummary } from './readiness.ts'
import { useReasonText } from './use-reason-text.ts'

const icons: Record<Obstacle, IconName> = {
  noRight: 'lock',
  fault: 'alarm',
  offline: 'offline',
  uninitialized: 'clock',
  busy: 'refresh',
  unsupported: 'noAccess',
}

/** Explains every obstacle on the page, with its remedy. */
export function ObstacleGuide({ kind, summary }: { kind: CommandKind; summary: ReadinessSummary }) {
  const text = useText<typeof enUS>('functions')
  const reasonOf = useReasonText(kind)
  const format = useFormat()
  return (
    <Card title={text('obstacles.title')}>
      {summary.obstacles.length === 0 ? (
        <p className={styles['calm']}>
          <Icon name="checkCircle" />
          {text('obstacles.none')}
        </p>
      ) : (
        <dl className={styles['guide']}>
          {summary.obstacles.map(({ obstacle, devices }) => (
            <div key={obstacle} className={styles['entry']}>
              <dt className={styles['term']}>
                <Icon name={icons[obstacle]} size={18} />
                <span>
                  {text(`obstacle.${obstacle}`)}
                  <span className={styles['muted']}>
                    {' '}
                    {text('obstacles.count', { count: devices, number: format.number(devices) })}
                  </span>
                </span>
              </dt>
              <dd className={styles['words']}>
                <p>{reasonOf(obstacle)}</p>
                <p>
                  <strong>{text('whatToDo')}</strong> {text(`obstacle.${obstacle}.remedy`)}
                  {obstacle === 'fault' && (
                    <>
                      {' '}
                      <a href={`#${paths.record()}?state=open&class=fault`}>{text('toFaults')}</a>
                    </>
                  )}
                  {obstacle === 'busy' && (
                    <>
                      {' '}
                      <a href={`#${paths.commandList()}`}>{text('toCommands')}</a>
                    </>
                  )}
                </p>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
