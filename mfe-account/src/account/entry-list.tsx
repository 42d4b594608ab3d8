import type { ReactNode } from 'react'
import { Icon, type IconName } from '@helioport/ui'
import styles from './entry-list.module.css'

export function EntryList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles['list']} aria-label={label}>
      {children}
    </ul>
  )
}

interface EntryProps {
  icon: IconName
  title: ReactNode
  note?: ReactNode
  /** Status beside the title. */
  mark?: ReactNode
  /** Buttons of the entry. */
  children?: ReactNode
}

/** A short list of the account's items, such as addresses or sessions, each with buttons. */
export function Entry({ icon, title, note, mark, children }: EntryProps) {
  return (
    <li className={styles['entry']}>
      <Icon name={icon} size={20} />
      <div className={styles['what']}>
        <div className={styles['title']}>
          <span>{title}</span>
          {mark}
        </div>
        {note && <span className={styles['note']}>{note}</span>}
      </div>
      {children && <div className={styles['actions']}>{children}</div>}
    </li>
  )
}
