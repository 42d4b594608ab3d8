import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '@helioport/ui'
import type { IconName } from '@helioport/ui'
import styles from './menu-button.module.css'

export interface MenuItem {
  key: string
  label: string
  note?: string
  icon?: IconName
  /** BCP 47 tag of the label, where it is not in the language of the page. */
  lang?: string
  /** Set: the item is one of a choice. */
  checked?: boolean
  /** A line before this item. */
  divided?: boolean
  onSelect: () => void
  onIntent?: () => void
}

interface MenuButtonProps {
  label: string
  items: readonly MenuItem[]
  className?: string | undefined
  /** Which way the list opens. */
  side?: 'down' | 'up'
  header?: ReactNode
  children: ReactNode
}

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** A button that opens a list of choices or actions: the menu button pattern of the ARIA practices. */
export function MenuButton({ label, items, className, side = 'down', header, children }: MenuButtonProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const id = useId()

  const choices = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]

  useEffect(() => {
    if (!open) return
    const checked = choices().find((item) => item.getAttribute('aria-checked') === 'true')
    ;(checked ?? choices()[0])?.focus()
    const leave = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [open])

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }

  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
      return
    }
    const all = choices()
    const step = steps[event.key]
    const now = all.indexOf(document.activeElement as HTMLElement)
    const named = event.key.length === 1 && event.key !== ' '
    const typed = named
      ? [...all.slice(now + 1), ...all].find((item) =>
          (item.textContent ?? '').toLowerCase().startsWith(event.key.toLowerCase()),
        )
      : undefined
    const next = step ? all[step(now, all.length)] : typed
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div className={styles['root']} ref={root}>
      <button
        ref={button}
        type="button"
        className={className ?? styles['button']}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children}
      </button>
      {open && (
        <div className={styles['panel']} data-side={side}>
          {header}
          <ul className={styles['list']} role="menu" id={id} aria-label={label} ref={list} onKeyDown={walk}>
            {items.map((item) => (
              <li key={item.key} role="none" className={item.divided ? styles['divided'] : undefined}>
                <button
                  type="button"
                  tabIndex={-1}
                  className={styles['item']}
                  lang={item.lang}
                  onPointerEnter={item.onIntent}
                  onFocus={item.onIntent}
                  onClick={() => {
                    close()
                    item.onSelect()
                  }}
                  {...(item.checked === undefined
                    ? { role: 'menuitem' }
                    : { role: 'menuitemradio', 'aria-checked': item.checked })}
                >
                  {item.icon && <Icon name={item.icon} size={18} />}
                  <span className={styles['label']}>
                    {item.label}
                    {item.note && <small className={styles['note']}>{item.note}</small>}
                  </span>
                  {item.checked && <Icon name="check" size={16} />}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
