import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../core/button.tsx'
import { cx } from '../core/class-names.ts'
import { Icon } from '../core/icon.tsx'
import styles from './form.module.css'

interface SearchFieldProps {
  value: string
  /** Called when typing has paused for `delayMs`. */
  onChange: (value: string) => void
  label: string
  placeholder?: string
  clearLabel: string
  /** ms */
  delayMs?: number
}

/** A search box for a list. */
export function SearchField({
  value,
  onChange,
  label,
  placeholder = label,
  clearLabel,
  delayMs = 250,
}: SearchFieldProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })

  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    if (text === sent.current) return
    const rest = setTimeout(() => {
      sent.current = text
      latest.current(text)
    }, delayMs)
    return () => clearTimeout(rest)
  }, [text, delayMs])

  const clear = () => {
    sent.current = ''
    setText('')
    onChange('')
  }

  return (
    <span className={cx(styles['group'], styles['search'])} role="search" aria-label={label}>
      <Icon name="search" className={styles['lens']} />
      <input
        className={cx(styles['input'], styles['small'], styles['searchInput'])}
        type="search"
        value={text}
        placeholder={placeholder}
        aria-label={label}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault()
            clear()
          }
        }}
      />
      {text !== '' && (
        <span className={styles['end']}>
          <IconButton icon="close" size="s" label={clearLabel} onClick={clear} />
        </span>
      )}
    </span>
  )
}
