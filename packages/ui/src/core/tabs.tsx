import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { cx } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { useUi } from './ui-provider.tsx'
import styles from './tabs.module.css'

interface TabItem {
  key: string
  label: string
  /** Makes the tab a link. */
  href?: string
  count?: string
}

interface TabsProps {
  items: readonly TabItem[]
  active: string
  onChange?: (key: string) => void
  label: string
}

/** Scrolls a row that is wider than its container until the chosen element is visible. */
function useChosenInView(row: RefObject<HTMLElement | null>, place: number): void {
  useEffect(() => {
    const chosen = row.current?.children[place]
    if (!row.current || !chosen || row.current.scrollWidth <= row.current.clientWidth) return
    const [outer, inner] = [row.current.getBoundingClientRect(), chosen.getBoundingClientRect()]
    // Scrolls the row only, not the page.
    row.current.scrollBy({ left: inner.left + inner.width / 2 - outer.left - outer.width / 2 })
  }, [row, place])
}

/** Switches between areas of a page. Tabs with `href` are links, so each can be opened in a new tab. */
export function Tabs({ items, active, onChange, label }: TabsProps) {
  const row = useRef<HTMLElement>(null)
  useChosenInView(
    row,
    items.findIndex(({ key }) => key === active),
  )
  return (
    <nav ref={row} className={styles['tabs']} aria-label={label}>
      {items.map((item) => {
        const isActive = item.key === active
        const look = {
          className: cx(styles['tab'], isActive && styles['active']),
          ...(isActive ? ({ 'aria-current': 'page' } as const) : {}),
        }
        const content = (
          <>
            {item.label}
            {item.count !== undefined && <span className={styles['count']}>{item.count}</span>}
          </>
        )
        return item.href === undefined ? (
          <button key={item.key} type="button" {...look} onClick={() => onChange?.(item.key)}>
            {content}
          </button>
        ) : (
          <a key={item.key} href={item.href} {...look}>
            {content}
          </a>
        )
      })}
    </nav>
  )
}

export interface SegmentedOption<V extends string> {
  value: V
  label: string
  icon?: IconName
  count?: string
}

interface SegmentedProps<V extends string> {
  options: readonly SegmentedOption<V>[]
  value: V
  onChange: (value: V) => void
  label: string
  /** Shows icons only; the label appears on hover. */
  iconsOnly?: boolean
  size?: 's' | 'm'
}

/** One of a few options, all visible: a radio group with arrow keys. */
export function Segmented<V extends string>({
  options,
  value,
  onChange,
  label,
  iconsOnly = false,
  size = 'm',
}: SegmentedProps<V>) {
  const group = useRef<HTMLDivElement>(null)
  const { dir } = useUi()
  useChosenInView(
    group,
    options.findIndex((option) => option.value === value),
  )
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const turn = dir === 'rtl' && (event.key === 'ArrowLeft' || event.key === 'ArrowRight') ? -step : step
    const at = options.findIndex((option) => option.value === value)
    const next = options[(at + turn + options.length) % options.length]
    if (!next) return
    onChange(next.value)
    group.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus()
  }
  return (
    <div
      ref={group}
      className={styles['segmented']}
      role="radiogroup"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={walk}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          data-value={option.value}
          className={cx(styles['segment'], size === 's' && styles['small'], option.value === value && styles['chosen'])}
          onClick={() => onChange(option.value)}
          {...(iconsOnly ? { 'aria-label': option.label, title: option.label } : {})}
        >
          {option.icon && <Icon name={option.icon} />}
          {!(iconsOnly && option.icon) && option.label}
          {option.count !== undefined && <span className={styles['count']}>{option.count}</span>}
        </button>
      ))}
    </div>
  )
}

interface ToolbarProps {
  children: ReactNode
  /** On the end side. */
  end?: ReactNode
}

/** Filters and view switches above a list. */
export function Toolbar({ children, end }: ToolbarProps) {
  return (
    <div className={styles['toolbar']}>
      <div className={styles['toolbarStart']}>{children}</div>
      {end && <div className={styles['toolbarEnd']}>{end}</div>}
    </div>
  )
}
