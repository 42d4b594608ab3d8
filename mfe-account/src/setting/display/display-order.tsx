import { useId, useState } from 'react'
import { infoItems, type InfoItem } from '@helioport/contract'
import { VisuallyHidden } from '@helioport/ui'
import { CheckboxField } from '@helioport/ui/form'
import { useAccountText } from '../../account/use-account-text.ts'
import styles from './display.module.css'
import { MoveHandle } from './move-handle.tsx'
import { moved } from './moved.ts'

interface DisplayOrderProps {
  shown: readonly InfoItem[]
  onChange: (shown: readonly InfoItem[]) => void
  disabled: boolean
}

/** The shown figures, ordered by drag or keys, above the hidden ones. */
export function DisplayOrder({ shown, onChange, disabled }: DisplayOrderProps) {
  const text = useAccountText()
  const how = useId()
  const [spoken, setSpoken] = useState('')
  const name = (item: InfoItem) => text(`info.${item}`)
  const others = infoItems.filter((item) => !shown.includes(item))

  const say = (key: 'display.moved' | 'display.added', item: InfoItem, order: readonly InfoItem[]) =>
    setSpoken(text(key, { name: name(item), place: order.indexOf(item) + 1, count: order.length }))
  const move = (item: InfoItem, to: number) => {
    const order = moved(shown, shown.indexOf(item), to)
    onChange(order)
    say('display.moved', item, order)
  }
  const tick = (item: InfoItem, on: boolean) => {
    const order = on ? [...shown, item] : shown.filter((each) => each !== item)
    onChange(order)
    if (on) say('display.added', item, order)
    else setSpoken(text('display.removed', { name: name(item) }))
  }
  const row = (item: InfoItem, place: number) => (
    <li key={item} className={styles['row']} data-item={item}>
      <CheckboxField
        name={item}
        label={name(item)}
        value={place >= 0}
        onChange={(on) => tick(item, on)}
        onLeave={() => {}}
        error={undefined}
        disabled={disabled}
      />
      {place >= 0 && (
        <MoveHandle
          label={text('display.move', { name: name(item) })}
          describedBy={how}
          place={place}
          count={shown.length}
          disabled={disabled}
          onMove={(to) => move(item, to)}
        />
      )}
    </li>
  )

  return (
    <div>
      <h3 className={styles['heading']}>{text('display.order')}</h3>
      <p id={how} className={styles['note']}>
        {text('display.howToMove')}
      </p>
      <ol className={styles['rows']} aria-label={text('display.order')}>
        {shown.map(row)}
      </ol>
      {others.length > 0 && (
        <>
          <h3 className={styles['heading']}>{text('display.others')}</h3>
          <ul className={styles['rows']} aria-label={text('display.others')}>
            {others.map((item) => row(item, -1))}
          </ul>
        </>
      )}
      <VisuallyHidden>
        <span role="status">{spoken}</span>
      </VisuallyHidden>
    </div>
  )
}
