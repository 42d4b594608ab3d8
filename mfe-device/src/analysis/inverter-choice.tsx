import { type ReactNode, useId, useState } from 'react'
import { mostAnalysedInverters } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { Button, Icon, Row } from '@helioport/ui'
import { CheckboxField } from '@helioport/ui/form'
import styles from './choice-form.module.css'
import { useAnalysisText } from './texts.ts'

/** Toggles an item; the result keeps the order of `all`. */
export const toggled = <T,>(all: readonly T[], chosen: readonly T[], one: T, isOn: boolean): T[] =>
  all.filter((each) => (each === one ? isOn : chosen.includes(each)))

interface GroupProps {
  label: string
  error: string | undefined
  /** After the label, on the end side. */
  extra?: ReactNode
  children: ReactNode
}

/** Several controls under one label. */
export function Group({ label, error, extra, children }: GroupProps) {
  const id = useId()
  return (
    <div
      role="group"
      className={styles['group']}
      aria-labelledby={id}
      aria-describedby={error ? `${id}-error` : undefined}
      data-invalid={error !== undefined || undefined}
      tabIndex={error ? -1 : undefined}
    >
      <span className={styles['labelRow']}>
        <span id={id} className={styles['label']}>
          {label}
        </span>
        {extra}
      </span>
      {children}
      {error && (
        <p id={`${id}-error`} className={styles['error']}>
          <Icon name="error" size={14} />
          {error}
        </p>
      )}
    </div>
  )
}

interface InverterChoiceProps {
  inverters: readonly { id: string; name: string }[]
  chosen: readonly string[]
  waits: boolean
  error: string | undefined
  onChoose: (ids: readonly string[]) => void
}

export function InverterChoice({ inverters, chosen, waits, error, onChoose }: InverterChoiceProps) {
  const text = useAnalysisText()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const ids = inverters.map(({ id }) => id)
  const count = text('chosen', { chosen: format.number(chosen.length), all: format.number(ids.length) })
  return (
    <Group label={text('inverters')} error={error}>
      {ids.length === 0 ? (
        <span className={styles['quiet']}>{waits ? text('waits') : text('groupFirst')}</span>
      ) : (
        <Row>
          <Button
            size="s"
            icon={isOpen ? 'chevronUp' : 'chevronDown'}
            onClick={() => setOpen(!isOpen)}
            pressed={isOpen}
          >
            {count}
          </Button>
          <Button size="s" kind="text" onClick={() => onChoose(ids.slice(0, mostAnalysedInverters))}>
            {ids.length > mostAnalysedInverters
              ? text('firstOnes', { most: format.number(mostAnalysedInverters) })
              : text('all')}
          </Button>
          <Button size="s" kind="text" onClick={() => onChoose([])}>
            {text('none')}
          </Button>
        </Row>
      )}
      {isOpen && (
        <div className={styles['checks']}>
          {inverters.map(({ id, name }) => (
            <Check
              key={id}
              name={id}
              label={name}
              value={chosen.includes(id)}
              onChange={(isOn) => onChoose(toggled(ids, chosen, id, isOn))}
            />
          ))}
        </div>
      )}
    </Group>
  )
}

export function Check(props: { name: string; label: string; value: boolean; onChange: (isOn: boolean) => void }) {
  return <CheckboxField {...props} onLeave={() => {}} error={undefined} disabled={false} />
}
