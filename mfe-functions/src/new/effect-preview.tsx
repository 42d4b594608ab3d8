import { useFormat, useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'
import type { Effect } from './effect.ts'
import styles from './choice.module.css'

/** Preview of the effect: active power before and after, reactive power, loss. */
export function EffectPreview({ effect }: { effect: Effect }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const { beforeW, afterW, lossW, reactiveVar, limitW, below, unknown } = effect
  return (
    <div className={styles['effect']} data-testid="effect">
      <dl className={styles['facts']}>
        <dt>{text('effect.active')}</dt>
        <dd>
          {format.power(beforeW).text} → {format.power(afterW).text}
        </dd>
        <dt>{text('effect.reactive')}</dt>
        <dd>
          {format.reactive(Math.abs(reactiveVar)).text}
          {reactiveVar !== 0 && ` ${text(reactiveVar > 0 ? 'effect.injected' : 'effect.absorbed')}`}
        </dd>
        <dt>{text('effect.loss')}</dt>
        <dd>
          {lossW > 0 ? text('effect.perHour', { energy: format.energy(lossW / 1000).text }) : text('effect.none')}
        </dd>
        <dt>{text('effect.limit')}</dt>
        <dd>{format.power(limitW).text}</dd>
      </dl>
      {below > 0 && (
        <p className={styles['muted']}>{text('effect.below', { count: below, number: format.number(below) })}</p>
      )}
      {unknown > 0 && (
        <p className={styles['muted']}>{text('effect.unknown', { count: unknown, number: format.number(unknown) })}</p>
      )}
    </div>
  )
}
