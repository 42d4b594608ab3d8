import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { Icon, Menu, cx } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import styles from './main-menu.module.css'
import { useCodeAhead } from './use-code-ahead.ts'
import { useFittingCount } from './use-fitting-count.ts'
import { type ShownEntry, useMenu } from './use-menu.ts'

function Entry({ entry }: { entry: ShownEntry }) {
  return (
    <Link to={entry.path} className={styles['entry']} aria-current={entry.current ? 'page' : undefined}>
      <Icon name={entry.icon} size={18} />
      <span>{entry.title}</span>
    </Link>
  )
}

interface MoreProps {
  entries: readonly ShownEntry[]
  placement: 'above' | 'below'
  labelled?: boolean
}

function More({ entries, placement, labelled = false }: MoreProps) {
  const text = useShellText()
  const holdsCurrent = entries.some((entry) => entry.current)
  return (
    <Menu
      label={text('frame.more')}
      placement={placement}
      look="bare"
      className={cx(styles['entry'], holdsCurrent && styles['current'])}
      trigger={
        <>
          <Icon name="menu" size={18} />
          {labelled && <span>{text('frame.more')}</span>}
        </>
      }
      items={entries.map((entry) => ({
        key: entry.path,
        label: entry.title,
        icon: entry.icon,
        href: `#${entry.path}`,
      }))}
    />
  )
}

/** Least width of an entry, px. It limits how many entries are measured when there are hundreds. */
const leastWidth = 100

/** The menu in the header. Entries that do not fit are behind one button. */
export function MainMenu() {
  const text = useShellText()
  const entries = useMenu()
  useCodeAhead(entries)
  const bar = useRef<HTMLElement>(null)
  const measure = useRef<HTMLDivElement>(null)
  const mostEntries = Math.ceil(window.innerWidth / leastWidth)
  const count = Math.min(useFittingCount(bar, measure), mostEntries)
  return (
    <nav className={styles['bar']} aria-label={text('frame.menu')} ref={bar}>
      <div className={styles['measure']} ref={measure} aria-hidden="true">
        {entries.slice(0, mostEntries).map((entry) => (
          <span className={styles['entry']} key={entry.path}>
            <span>{entry.title}</span>
          </span>
        ))}
      </div>
      {entries.slice(0, count).map((entry) => (
        <Entry entry={entry} key={entry.path} />
      ))}
      {entries.length > count && <More entries={entries.slice(count)} placement="below" />}
    </nav>
  )
}

const barPlaces = 5

/** The menu at the bottom of a phone: five entries, or four and a button for the rest. */
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
      {entries.length > count && <More entries={entries.slice(count)} placement="above" labelled />}
    </nav>
  )
}
