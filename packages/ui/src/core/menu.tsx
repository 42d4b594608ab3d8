import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { cx } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './menu.module.css'

export interface MenuItem {
  key: string
  label: string
  /** Small print under the label. */
  note?: string
  /** BCP 47 tag of the label, if it is not in the language of the page. */
  lang?: string
  icon?: IconName
  /** Makes the item a link. */
  href?: string
  onSelect?: () => void
  /** Pointer or focus has reached the item: its target may be prefetched. */
  onIntent?: () => void
  /** The item is part of a choice (radio); true: it is the chosen one. */
  selected?: boolean
  danger?: boolean
  /** Separated from the previous item by a line. */
  divided?: boolean
}

interface MenuProps {
  /** Content of the button that opens the list. */
  trigger: ReactNode
  /** Name of the button for screen readers. */
  label: string
  items: readonly MenuItem[]
  /** `bare`: the trigger has its own look. */
  look?: 'button' | 'bare'
  /** Which edges of trigger and list meet. */
  align?: 'start' | 'end'
  placement?: 'below' | 'above'
  /** Added to the class of the button. */
  className?: string | undefined
  /** Above the list, for example whose account it is. */
  header?: ReactNode
}

/** Between button and list, px, as in the style sheet. */
const gap = 6

/** A list of actions or choices under a button; closes on choice, Escape and a click elsewhere. */
export function Menu({
  trigger,
  label,
  items,
  look = 'button',
  align = 'end',
  placement = 'below',
  className,
  header,
}: MenuProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useSide(open, placement, root, list)

  useEffect(() => {
    if (!open) return
    const away = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', away)
    const entries = root.current?.querySelectorAll<HTMLElement>('[role^=menuitem]')
    const chosen = [...(entries ?? [])].find((item) => item.ariaChecked === 'true')
    ;(chosen ?? entries?.[0])?.focus({ preventScroll: true })
    return () => document.removeEventListener('pointerdown', away)
  }, [open])

  const close = () => {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }

  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return close()
    if (event.key === 'Tab') return setOpen(false)
    const entries = [...(root.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
    const at = entries.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    entries.at(to % entries.length)?.focus()
  }

  return (
    <div ref={root} className={styles['menu']}>
      <button
        type="button"
        className={cx(styles['trigger'], look === 'bare' && styles['bare'], className)}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {trigger}
      </button>
      {open && (
        <div ref={list} className={cx(styles['list'], styles[align])}>
          {header && <div className={styles['header']}>{header}</div>}
          <div id={id} role="menu" aria-label={label} tabIndex={-1} onKeyDown={walk}>
            {items.map((item) => (
              <Entry key={item.key} item={item} onDone={close} />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

/** The list opens above when there is too little room below and more above. */
function useSide(
  open: boolean,
  placement: 'below' | 'above',
  root: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
) {
  useLayoutEffect(() => {
    if (!open || !root.current || !list.current) return
    const { top, bottom } = root.current.getBoundingClientRect()
    const below = window.innerHeight - bottom
    const isUp = list.current.offsetHeight + gap > below && top > below
    list.current.setAttribute('data-side', isUp ? 'above' : placement)
  }, [open, placement, root, list])
}

function Entry({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const choice = item.selected !== undefined
  const props = {
    role: choice ? 'menuitemradio' : 'menuitem',
    tabIndex: -1,
    className: cx(styles['item'], item.danger && styles['danger'], item.divided && styles['divided']),
    lang: item.lang,
    onPointerEnter: item.onIntent,
    onFocus: item.onIntent,
    onClick: () => {
      onDone()
      item.onSelect?.()
    },
    ...(choice ? { 'aria-checked': item.selected } : {}),
  }
  const content = (
    <>
      {item.icon && <Icon name={item.icon} />}
      <span className={styles['label']}>
        {item.label}
        {item.note && <small className={styles['note']}>{item.note}</small>}
      </span>
      {item.selected && <Icon name="check" className={styles['check']} />}
    </>
  )
  return item.href === undefined ? (
    <button type="button" {...props}>
      {content}
    </button>
  ) : (
    <a href={item.href} {...props}>
      {content}
    </a>
  )
}
