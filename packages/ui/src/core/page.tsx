import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './page.module.css'

interface PageProps {
  children: ReactNode
  /** `reading`: narrow, for forms and text. */
  width?: 'full' | 'reading'
}

/** Content of a page, with its width and spacing. */
export function Page({ children, width = 'full' }: PageProps) {
  return <div className={cx(styles['page'], styles[width])}>{children}</div>
}

interface PageHeaderProps {
  title: ReactNode
  /** Second line: place, model, time zone. */
  subtitle?: ReactNode
  /** Beside the title: a status tag, an age badge. */
  status?: ReactNode
  /** Link back to the list. */
  back?: { href: string; label: string }
  /** On the end side: at most one primary button. */
  actions?: ReactNode
}

export function PageHeader({ title, subtitle, status, back, actions }: PageHeaderProps) {
  return (
    <header className={styles['header']}>
      <div className={styles['heading']}>
        {back && (
          <a className={styles['back']} href={back.href}>
            <Icon name="back" size={14} />
            {back.label}
          </a>
        )}
        <div className={styles['titleRow']}>
          <h1 className={styles['title']}>{title}</h1>
          {status}
        </div>
        {subtitle && <p className={styles['subtitle']}>{subtitle}</p>}
      </div>
      {actions && <div className={styles['actions']}>{actions}</div>}
    </header>
  )
}

interface CardProps {
  children: ReactNode
  title?: ReactNode
  /** Beside the title, in muted words: what the card shows. */
  subtitle?: ReactNode
  /** On the end side of the title. */
  extra?: ReactNode
  /** `none`: the content reaches the edge, for tables. */
  padding?: 'normal' | 'none'
  label?: string
}

/** A surface with a hairline border; cards are not nested. */
export function Card({ children, title, subtitle, extra, padding = 'normal', label }: CardProps) {
  return (
    <section className={cx(styles['card'], padding === 'normal' && styles['padded'])} aria-label={label}>
      {(title || extra) && (
        <div className={styles['cardHead']}>
          <div className={styles['cardTitles']}>
            {title && <h2 className={styles['cardTitle']}>{title}</h2>}
            {subtitle && <span className={styles['cardSubtitle']}>{subtitle}</span>}
          </div>
          {extra && <div className={styles['cardExtra']}>{extra}</div>}
        </div>
      )}
      {children}
    </section>
  )
}

interface RowProps {
  children: ReactNode
  /** Distribution of the free space. */
  justify?: 'start' | 'between' | 'end'
  gap?: 1 | 2 | 3 | 4 | 5
  wrap?: boolean
}

/** Elements side by side. */
export function Row({ children, justify = 'start', gap = 2, wrap = true }: RowProps) {
  return (
    <div
      className={cx(styles['row'], styles[justify], !wrap && styles['noWrap'])}
      style={{ gap: `var(--hp-space-${gap})` }}
    >
      {children}
    </div>
  )
}

interface StackProps {
  children: ReactNode
  gap?: 1 | 2 | 3 | 4 | 5 | 6
}

/** Elements below each other. */
export function Stack({ children, gap = 4 }: StackProps) {
  return (
    <div className={styles['stack']} style={{ gap: `var(--hp-space-${gap})` }}>
      {children}
    </div>
  )
}

interface GridProps {
  children: ReactNode
  /** Smallest width of a column, px; as many columns as fit. */
  minWidth?: number
  gap?: 1 | 2 | 3 | 4 | 5
}

export function Grid({ children, minWidth = 280, gap = 4 }: GridProps) {
  return (
    <div
      className={styles['grid']}
      style={{
        gap: `var(--hp-space-${gap})`,
        gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${minWidth}px), 1fr))`,
      }}
    >
      {children}
    </div>
  )
}
