import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import styles from './state.module.css'

interface StateProps {
  title: string
  /** One sentence. */
  hint?: ReactNode
  icon?: IconName
  /** One action. */
  action?: ReactNode
  /** The state fills the page: its title becomes the page's heading. */
  wholePage?: boolean
}

/** Nothing to show: one sentence and one action. */
export function Empty({ title, hint, icon = 'search', action, wholePage = false }: StateProps) {
  const Title = wholePage ? 'h1' : 'p'
  return (
    <div className={styles['state']}>
      <Icon name={icon} size={28} className={styles['icon']} />
      <Title className={styles['title']}>{title}</Title>
      {hint && <p className={styles['hint']}>{hint}</p>}
      {action && <div className={styles['action']}>{action}</div>}
    </div>
  )
}

interface ErrorStateProps {
  /** What failed. */
  title: string
  /** Why, in a sentence. */
  detail?: string | undefined
  /** What the person can still do. */
  stillWorks?: string | undefined
  retry?: { label: string; onRetry: () => void; busy?: boolean }
  /** Another way to continue, for example a link home. */
  action?: ReactNode
  /** Small print: the reference for support. */
  reference?: string | undefined
}

/** Something failed: says what happened, what still works and how to continue. */
export function ErrorState({ title, detail, stillWorks, retry, action, reference }: ErrorStateProps) {
  return (
    <div className={styles['state']} role="alert">
      <Icon name="error" size={28} className={styles['bad']} />
      <p className={styles['title']}>{title}</p>
      {detail && <p className={styles['hint']}>{detail}</p>}
      {stillWorks && <p className={styles['hint']}>{stillWorks}</p>}
      {(retry || action) && (
        <div className={styles['action']}>
          {retry && (
            <Button icon="refresh" onClick={retry.onRetry} busy={retry.busy ?? false}>
              {retry.label}
            </Button>
          )}
          {action}
        </div>
      )}
      {reference && <p className={styles['reference']}>{reference}</p>}
    </div>
  )
}

/** No permission: says so and offers a way to continue. */
export function NoAccess({ title, hint, action }: StateProps) {
  return <Empty wholePage icon="lock" title={title} hint={hint} action={action} />
}
