import { Navigate } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useRefusalText } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import { Button, cx, Notice, SkeletonText } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import { FirstAccountForm } from './first-account-form.tsx'
import { useFirstRunText } from './first-run-messages.ts'
import styles from './first-run.module.css'
import { NextSteps, restoreCommand } from './next-steps.tsx'
import { CopiedCommand } from './copied-command.tsx'

/** Sets up an empty portal: the first account, with the code that the start printed, then its next steps. */
export function FirstRunPage() {
  const text = useFirstRunText()
  const shell = useShellText()
  const refusalText = useRefusalText()
  const phase = useSession((session) => session.state)
  const session = useSession(({ session: own }) => own)
  const asked = useEndpoint('GET /first-run', {}, { enabled: phase === 'out' })
  if (phase === 'in')
    return (
      <>
        <Steps at="step.begin" />
        <h1 className={styles['title']}>{text('welcome', { name: session?.nickname ?? '' })}</h1>
        <p className={styles['text']}>{text('what')}</p>
        <NextSteps />
      </>
    )
  if (asked.data?.isOpen === false) return <Navigate to={paths.login()} replace />
  return (
    <>
      <Steps at="step.account" />
      <h1 className={styles['title']}>{shell('firstRun.title')}</h1>
      {asked.error && !asked.data ? (
        <Notice tone="bad" action={<Button onClick={() => void asked.refetch()}>{shell('connection.retry')}</Button>}>
          {refusalText(asked.error)}
        </Notice>
      ) : asked.data ? (
        <>
          <p className={styles['text']}>{text('intro')}</p>
          <FirstAccountForm />
          <p className={styles['foot']}>{text('backup')}</p>
          <CopiedCommand>{restoreCommand}</CopiedCommand>
        </>
      ) : (
        <SkeletonText lines={6} />
      )}
    </>
  )
}

const steps = ['step.account', 'step.begin'] as const

function Steps({ at }: { at: (typeof steps)[number] }) {
  const text = useFirstRunText()
  return (
    <ol className={styles['steps']} aria-label={text('steps')}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={cx(styles['step'], step === at && styles['now'])}
          aria-current={step === at ? 'step' : undefined}
        >
          <span>{index + 1}</span> {text(step)}
        </li>
      ))}
    </ol>
  )
}
