import { useState } from 'react'
import { FieldFrame, type FieldLook } from '../form/field.tsx'
import type { FieldBinding } from '../form/use-form.ts'
import { DayInput, type DayWords } from './day-input.tsx'
import { TypedInput } from './typed-input.tsx'
import { typedMoment, typedTime } from './typed-day.ts'
import styles from './day-field.module.css'

export interface DayFieldProps extends FieldBinding<string>, FieldLook, DayWords {
  min?: string
  max?: string
}

const lookOf = ({ name, disabled, error, required = false }: DayFieldProps) => ({
  name,
  disabled,
  required,
  invalid: error !== undefined,
})

/** A day of a form: YYYY-MM-DD, or '' for none. */
export function DayField(props: DayFieldProps) {
  const { value, onChange, onLeave, min, max, texts, format } = props
  return (
    <FieldFrame {...props}>
      {({ id, describedBy }) => (
        <DayInput
          {...{ value, onChange, onLeave, min, max, texts, format }}
          look={{ ...lookOf(props), id, describedBy }}
        />
      )}
    </FieldFrame>
  )
}

/**
 * A day and a time of a form, in the local time of the place: `2026-11-21T10:00`, or '' for none. The default time is
 * 00:00.
 */
export function MomentField(props: DayFieldProps) {
  const { value, onChange, onLeave, min, max, texts, format } = props
  const [day = '', ownTime] = value === '' ? [] : value.split('T')
  /** A time that was typed before the day. */
  const [early, setEarly] = useState('')
  const time = ownTime ?? early
  const put = (toDay: string, toTime: string) => {
    setEarly(toTime)
    onChange(toDay === '' ? '' : `${toDay}T${toTime || '00:00'}`)
  }
  return (
    <FieldFrame {...props}>
      {({ id, describedBy }) => (
        <div className={styles['moment']}>
          <DayInput
            {...{ onLeave, min, max, texts, format }}
            value={day}
            look={{ ...lookOf(props), id, describedBy }}
            onChange={(chosen) => put(chosen, time)}
            takes={(typed) => {
              const moment = typedMoment(typed)
              if (moment) put(moment.day, moment.time)
              return moment !== undefined
            }}
          />
          <TypedInput
            look={{
              name: `${props.name} time`,
              label: texts.time,
              className: styles['time'],
              disabled: props.disabled,
              describedBy,
            }}
            value={time}
            shown={time}
            onLeave={onLeave}
            onType={(typed) => {
              const read = typedTime(typed)
              if (read !== undefined) put(day, read)
              return read !== undefined
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}
