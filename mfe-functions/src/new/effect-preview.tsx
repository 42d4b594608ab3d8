import type { Setting } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'
import { DailyLosses } from './daily-losses.tsx'
import type { Effect } from './effect.ts'
import type { Candidate } from './readiness.ts'
import styles from './choice.module.css'

interface EffectPreviewProps {
  effect: Effect
  chosen: readonly Candidate[]
  setting: Setting
}

/** Preview of the effect: active power before and after, reactive power, loss now and per day of this season. */
export function EffectPreview({ effect, chosen, setting }: EffectPreviewProps) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const { beforeW, afterW, lossW, reactiveVar, limitW, below, unknown, unrated } = effect
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
        <DailyLosses chosen={chosen} setting={setting} />
        <dt>{text('effect.limit')}</dt>
        <dd>{format.power(limitW).text}</dd>
      </dl>
      {below > 0 && (
        <p className={styles['muted']}>{text('effect.below', { count: below, number: format.number(below) })}</p>
      )}
      {unrated > 0 && (
        <p className={styles['muted']}>{text('effect.unrated', { count: unrated, number: format.number(unrated) })}</p>
      )}
      {unknown > 0 && (
        <p className={styles['muted']}>{text('effect.unknown', { count: unknown, number: format.number(unknown) })}</p>
      )}
    </div>
  )
}
