import { useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Icon } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import styles from './main-menu.module.css'
import { MenuButton } from './menu-button.tsx'
import { useFittingCount } from './use-fitting-count.ts'
import { type ShownEntry, useMenu } from './use-menu.ts'

function Entry({ entry }: { entry: ShownEntry }) {
  return (
    <Link
      to={entry.path}
      className={styles['entry']}
      aria-current={entry.current ? 'page' : undefined}
      onPointerEnter={entry.onIntent}
      onFocus={entry.onIntent}
    >
      <Icon name={entry.icon} size={18} />
      <span>{entry.title}</span>
    </Link>
  )
}

interface MoreProps {
  entries: readonly ShownEntry[]
  side: 'up' | 'down'
  labelled?: boolean
}

function More({ entries, side, labelled = false }: MoreProps) {
  const text = useShellText()
  const navigate = useNavigate()
  const hereToo = entries.some((entry) => entry.current)
  return (
    <MenuButton
      label={text('frame.more')}
      side={side}
      className={`${styles['entry']} ${hereToo ? styles['current'] : ''}`}
      items={entries.map((entry) => ({
        key: entry.path,
        label: entry.title,
        icon: entry.icon,
        onIntent: entry.onIntent,
        onSelect: () => void navigate(entry.path),
      }))}
    >
      <Icon name="more" size={20} />
      {labelled && <span>{text('frame.more')}</span>}
    </MenuButton>
  )
}

/** The flat menu in the header; what has no room lies behind one button. */
export function MainMenu() {
  const text = useShellText()
  const entries = useMenu()
  const bar = useRef<HTMLElement>(null)
  const measure = useRef<HTMLDivElement>(null)
  const count = useFittingCount(bar, measure, entries.map((entry) => entry.title).join('|'))
  return (
    <nav className={styles['bar']} aria-label={text('frame.menu')} ref={bar}>
      <div className={styles['measure']} ref={measure} aria-hidden="true">
        {entries.map((entry) => (
          <span className={styles['entry']} key={entry.path}>
            <Icon name={entry.icon} size={18} />
            <span>{entry.title}</span>
          </span>
        ))}
      </div>
      {entries.slice(0, count).map((entry) => (
        <Entry entry={entry} key={entry.path} />
      ))}
      {entries.length > count && <More entries={entries.slice(count)} side="down" />}
    </nav>
  )
}

const barPlaces = 5

/** The menu in reach of the thumb: four entries and the rest, or five. */
export function BottomMenu() {
  const text = useShellText()
  const entries = useMenu()
  const count = entries.length <= barPlaces ? entries.length : barPlaces - 1
  if (entries.length === 0) return null
  return (
    <nav className={styles['bottom']} aria-label={text('frame.menu')}>
      {entries.slice(0, count).map((entry) => (
        <Entry entry={entry} key={entry.path} />
      ))}
      {entries.length > count && <More entries={entries.slice(count)} side="up" labelled />}
    </nav>
  )
}
