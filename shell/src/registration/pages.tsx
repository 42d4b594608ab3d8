import { useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { Button, Notice } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import { useAccountText } from './account-messages.ts'
import { RegisterForm } from './register-form.tsx'
import styles from './registration.module.css'
import { useFailure } from './use-failure.ts'

export { ActivatePage } from './activate-page.tsx'
export { ForgotPage } from './forgot-page.tsx'
export { UnsubscribePage } from './unsubscribe-page.tsx'

/** The form of a new account, then a note about the activation mail. */
export function RegisterPage() {
  const shell = useShellText()
  const text = useAccountText()
  const [email, setEmail] = useState<string>()
  if (email !== undefined) return <Registered email={email} />
  return (
    <>
      <h1 className={styles['title']}>{shell('register.title')}</h1>
      <p className={styles['text']}>{text('register.intro')}</p>
      <RegisterForm onDone={setEmail} />
      <nav className={styles['links']}>
        <Link to={paths.login()}>{shell('notice.back')}</Link>
      </nav>
    </>
  )
}

function Registered({ email }: { email: string }) {
  const shell = useShellText()
  const text = useAccountText()
  const { failure, attempt } = useFailure()
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const sendAgain = async () => {
    setBusy(true)
    setSent(await attempt(() => call('POST /registration/activation-mail', { body: { account: email } })))
    setBusy(false)
  }
  return (
    <>
      <h1 className={styles['title']}>{text('registered.title')}</h1>
      <p className={styles['text']}>{text('registered.text', { email })}</p>
      {sent && (
        <div className={styles['notice']}>
          <Notice tone="good">{text('registered.sentAgain')}</Notice>
        </div>
      )}
      {failure !== undefined && (
        <div className={styles['notice']}>
          <Notice tone="bad">{failure}</Notice>
        </div>
      )}
      <Button busy={busy} onClick={() => void sendAgain()}>
        {text('registered.again')}
      </Button>
      <nav className={styles['links']}>
        <Link to={paths.login()}>{shell('notice.back')}</Link>
      </nav>
    </>
  )
}
