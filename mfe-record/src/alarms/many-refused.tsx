import { ApiError } from '@helioport/api-client'
import type { Alarm } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Button, Notice } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import styles from './alarms-page.module.css'

/** The chosen alarms that were refused; nothing was written. */
export interface Refusal {
  alarmIds: readonly string[]
  /** Number of chosen alarms. */
  of: number
  why: string
}

/** Refused alarms: a refusal names indexes of the sent list. */
export function refusedOf(error: unknown, sent: readonly string[]): string[] {
  if (!(error instanceof ApiError)) return []
  return error.issues.flatMap(({ path }) => {
    const [, nth] = /^\/alarmIds\/(\d+)$/.exec(path) ?? []
    return nth === undefined ? [] : (sent[Number(nth)] ?? [])
  })
}

const mostNamed = 3

interface ManyRefusedProps {
  refusal: Refusal
  listed: readonly Alarm[]
  onLeaveOut: () => void
}

/** Says which alarms were refused, why, and that nothing was written; offers to leave them out. */
export function ManyRefused({ refusal: { alarmIds, of, why }, listed, onLeaveOut }: ManyRefusedProps) {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const count = alarmIds.length
  const known = listed.filter(({ id }) => alarmIds.includes(id))
  const names = known.slice(0, mostNamed).map((one) => `${one.code} ${one.deviceName}, ${one.stationName}`)
  return (
    <div className={styles['refused']}>
      <Notice tone="bad">
        {text('many.refused', { count, number: format.number(count), all: format.number(of), why })}
        {names.map((name) => (
          <span key={name} className={styles['more']}>
            <bdi>{name}</bdi>
          </span>
        ))}
        {names.length > 0 && count > names.length && (
          <span className={styles['more']}>
            {text('many.others', { count: count - names.length, number: format.number(count - names.length) })}
          </span>
        )}{' '}
        {count < of && (
          <Button size="s" onClick={onLeaveOut}>
            {text('many.leaveOut', { count, number: format.number(count) })}
          </Button>
        )}
      </Notice>
    </div>
  )
}
