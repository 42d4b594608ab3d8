import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './status.module.css'

export type StatusTone = 'normal' | 'abnormal' | 'standby' | 'offline' | 'info'

const icons: Record<StatusTone, IconName> = {
  normal: 'checkCircle',
  abnormal: 'alarm',
  standby: 'standby',
  offline: 'offline',
  info: 'info',
}

interface StatusTagProps {
  status: StatusTone
  /** The word. */
  label: string
  /** Why: shown on hover and read aloud. */
  reason?: string | undefined
  /** `plain`: icon and word without a background, for tables. */
  look?: 'soft' | 'plain'
}

/** A status as colour, icon and word. */
export function StatusTag({ status, label, reason, look = 'soft' }: StatusTagProps) {
  return (
    <span className={cx(styles['tag'], styles[status], styles[look])} title={reason} data-status={status}>
      <Icon name={icons[status]} size={14} />
      <span>{label}</span>
      {reason && <span className={styles['hidden']}>, {reason}</span>}
    </span>
  )
}

interface StatusCountProps {
  status: StatusTone
  count: string
  label: string
}

/** Number of objects with a status: icon and number, the word on hover. */
export function StatusCount({ status, count, label }: StatusCountProps) {
  return (
    <span className={cx(styles['tag'], styles[status], styles['plain'])} title={label}>
      <Icon name={icons[status]} size={14} />
      <span className={styles['count']}>{count}</span>
      <span className={styles['hidden']}> {label}</span>
    </span>
  )
}

export type AgeTone = 'live' | 'late' | 'stale' | 'none'

interface AgeBadgeProps {
  state: AgeTone
  /** "Live", "late 12 min", "stale 2 h", "no data yet". */
  label: string
  /** Exact time of the datum, on hover. */
  title?: string | undefined
}

/** Age of a datum: a muted dot when live, a word otherwise. */
export function AgeBadge({ state, label, title }: AgeBadgeProps) {
  return (
    <span className={cx(styles['age'], styles[state])} title={title ?? label} data-age={state}>
      <span className={styles['dot']} />
      <span className={cx(state === 'live' && styles['quiet'])}>{label}</span>
    </span>
  )
}

interface NoticeProps {
  tone: 'info' | 'warn' | 'bad' | 'good'
  children: ReactNode
  action?: ReactNode
}

const noticeIcons = { info: 'info', warn: 'alarm', bad: 'error', good: 'checkCircle' } as const

/** One sentence in the page: late data, read-only access, a saved change. */
export function Notice({ tone, children, action }: NoticeProps) {
  return (
    <div className={cx(styles['notice'], styles[`notice-${tone}`])} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={noticeIcons[tone]} />
      <div className={styles['noticeText']}>{children}</div>
      {action}
    </div>
  )
}
