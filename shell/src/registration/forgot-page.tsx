import { useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { Button, LinkButton, Notice } from '@helioport/ui'
import { CodeField, Form, TextField, useForm } from '@helioport/ui/form'
import { useShellText } from '../messages/shell-messages.ts'
import { useAccountText } from './account-messages.ts'
import { accountRulesIn } from './account-rules.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import styles from './registration.module.css'
import { useFailure } from './use-failure.ts'

/** Sends a code by mail, then sets the new password. */
export function ForgotPage() {
  const shell = useShellText()
  const text = useAccountText()
  const [account, setAccount] = useState<string>()
  const [done, setDone] = useState(false)
  if (done) {
    return (
      <>
        <h1 className={styles['title']}>{text('forgot.done')}</h1>
        <p className={styles['text']}>{text('forgot.doneText')}</p>
        <LinkButton kind="primary" size="l" href={`#${paths.login()}`}>
          {text('activate.signIn')}
        </LinkButton>
      </>
    )
  }
  return (
    <>
      <h1 className={styles['title']}>{shell('forgot.title')}</h1>
      {account === undefined ? (
        <>
          <p className={styles['text']}>{text('forgot.intro')}</p>
          <AskForm onSent={setAccount} />
        </>
      ) : (
        <>
          <p className={styles['text']}>{text('forgot.sent')}</p>
          <ResetForm account={account} onDone={() => setDone(true)} onOther={() => setAccount(undefined)} />
        </>
      )}
      <nav className={styles['links']}>
        <Link to={paths.login()}>{shell('notice.back')}</Link>
      </nav>
    </>
  )
}

function AskForm({ onSent }: { onSent: (account: string) => void }) {
  const text = useAccountText()
  const { failure, attempt } = useFailure()
  const form = useForm({
    initial: { account: '' },
    rules: { account: accountRulesIn(text).account },
    onSubmit: async (entries) => {
      const account = entries.account.trim()
      if (await attempt(() => call('POST /password/code', { body: { account } }))) onSent(account)
    },
  })
  return (
    <Form form={form} label={text('forgot.send')}>
      <div className={styles['fields']}>
        <TextField
          {...form.field('account')}
          label={text('forgot.account')}
          autoComplete="username"
          maxLength={200}
          required
        />
        {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      </div>
      <div className={styles['actions']}>
        <Button kind="primary" size="l" type="submit" block busy={form.isSubmitting}>
          {text('forgot.send')}
        </Button>
      </div>
    </Form>
  )
}

function ResetForm({ account, onDone, onOther }: { account: string; onDone: () => void; onOther: () => void }) {
  const text = useAccountText()
  const { failure, attempt } = useFailure()
  const { code, password, passwordAgain } = accountRulesIn(text)
  const form = useForm({
    initial: { code: '', password: '', passwordAgain: '' },
    rules: { code, password, passwordAgain },
    onSubmit: async (entries) => {
      if (await attempt(() => call('POST /password', { body: { account, ...entries } }))) onDone()
    },
  })
  return (
    <Form form={form} label={text('forgot.submit')}>
      <div className={styles['fields']}>
        <CodeField {...form.field('code')} label={text('register.code')} hint={text('forgot.codeHint')} required />
        <NewPasswordFields form={form} label={text('forgot.password')} />
        {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      </div>
      <div className={styles['actions']}>
        <Button kind="primary" size="l" type="submit" block busy={form.isSubmitting}>
          {text('forgot.submit')}
        </Button>
        <Button kind="text" onClick={onOther}>
          {text('forgot.other')}
        </Button>
      </div>
    </Form>
  )
}
