import type { ReactNode } from 'react'
import { paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button, LinkButton } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import styles from './error-page.module.css'

export type PageError = 403 | 404 | 500

/** A single line: the day's arc with a gap where the answer should be. */
function Horizon() {
  return (
    <svg className={styles['horizon']} viewBox="0 0 240 88" fill="none" aria-hidden="true">
      <path d="M8 72h224" stroke="var(--hp-hairline)" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M30 72A90 90 0 0 1 92 10M148 10a90 90 0 0 1 62 62"
        stroke="var(--hp-outline)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="1 9"
      />
      <circle cx="120" cy="14" r="9" stroke="var(--hp-generation)" strokeWidth="2.5" strokeDasharray="4 5" />
    </svg>
  )
}

interface ErrorPageProps {
  status: PageError
  /** Replaces the usual sentence of this status. */
  text?: string
  /** Shown beside the link to the home page. */
  action?: ReactNode
  /** Replaces the link where there is no router. */
  onHome?: () => void
}

/** Error page for missing access, an unknown page or a server error, with a link to the home page. */
export function ErrorPage({ status, text: more, action, onHome }: ErrorPageProps) {
  const common = useText()
  const text = useShellText()
  return (
    <div className={styles['page']} data-status={status}>
      <Horizon />
      <p className={styles['status']}>{status}</p>
      <h1 className={styles['title']}>{text(`error.${status}.title`)}</h1>
      <p className={styles['text']}>{more ?? text(`error.${status}.text`)}</p>
      <div className={styles['actions']}>
        <LinkButton kind="primary" size="l" href={`#${paths.home()}`} {...(onHome ? { onClick: onHome } : {})}>
          {common('action.backHome')}
        </LinkButton>
        {action}
      </div>
    </div>
  )
}

/** Without a router, the page must be reloaded to follow an address. */
function startAtHome(): void {
  window.location.hash = paths.home()
  window.location.reload()
}

/** The shell itself or its release index failed: nothing can be drawn around this page. */
export function BrokenPortal({ text }: { text?: string }) {
  const own = useShellText()
  return (
    <main className={styles['whole']}>
      <ErrorPage
        status={500}
        onHome={startAtHome}
        {...(text === undefined ? {} : { text })}
        action={
          <Button size="l" icon="refresh" onClick={() => window.location.reload()}>
            {own('error.reload')}
          </Button>
        }
      />
    </main>
  )
}
