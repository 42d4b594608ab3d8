import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { ApiError, call } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button, LinkButton, Notice, SkeletonText } from '@helioport/ui'
import { Form, TextField, useForm } from '@helioport/ui/form'
import { useAccountText } from './account-messages.ts'
import { accountRulesIn } from './account-rules.ts'
import styles from './registration.module.css'
import { useFailure } from './use-failure.ts'

type Outcome = { state: 'busy' } | { state: 'done'; userName: string } | { state: 'invalid' | 'failed'; code: string }

/** Target of the link in the activation mail: activates once, or explains how to get a new link. */
export function ActivatePage() {
  const text = useAccountText()
  const errorText = useText('error')
  const { token = '' } = useParams()
  const [outcome, setOutcome] = useState<Outcome>({ state: 'busy' })
  const asked = useRef(false)
  useEffect(() => {
    // A link works once: an effect that runs twice must not use it up.
    if (asked.current) return
    asked.current = true
    call('POST /registration/activation', { body: { token } }).then(
      ({ data }) => setOutcome({ state: 'done', userName: data?.userName ?? '' }),
      (error: unknown) => {
        const code = error instanceof ApiError ? error.code : 'service.failed'
        const isInvalid = code === 'link.invalid' || code === 'request.invalid'
        setOutcome({ state: isInvalid ? 'invalid' : 'failed', code: errorText(code) })
      },
    )
  }, [token, errorText])

  if (outcome.state === 'busy') {
    return (
      <>
        <h1 className={styles['title']}>{text('activate.busy')}</h1>
        <SkeletonText lines={2} />
      </>
    )
  }
  if (outcome.state === 'done') {
    return (
      <>
        <h1 className={styles['title']}>{text('activate.done')}</h1>
        <p className={styles['text']}>{text('activate.doneText', { name: outcome.userName })}</p>
        <LinkButton kind="primary" size="l" href={`#${paths.login()}`}>
          {text('activate.signIn')}
        </LinkButton>
      </>
    )
  }
  return (
    <>
      <h1 className={styles['title']}>{text(outcome.state === 'invalid' ? 'activate.invalid' : 'activate.title')}</h1>
      {outcome.state === 'failed' && <Notice tone="bad">{outcome.code}</Notice>}
      <p className={styles['text']}>{text('activate.invalidText')}</p>
      <AskAgain />
    </>
  )
}

function AskAgain() {
  const text = useAccountText()
  const { failure, attempt } = useFailure()
  const [sent, setSent] = useState(false)
  const form = useForm({
    initial: { account: '' },
    rules: { account: accountRulesIn(text).account },
    onSubmit: async ({ account }) =>
      setSent(await attempt(() => call('POST /registration/activation-mail', { body: { account: account.trim() } }))),
  })
  return (
    <Form form={form} label={text('registered.again')}>
      <div className={styles['fields']}>
        <TextField
          {...form.field('account')}
          label={text('forgot.account')}
          autoComplete="username"
          maxLength={200}
          required
        />
        {sent && <Notice tone="good">{text('activate.sentAgain')}</Notice>}
        {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      </div>
      <div className={styles['actions']}>
        <Button kind="primary" size="l" type="submit" block busy={form.isSubmitting}>
          {text('registered.again')}
        </Button>
        <LinkButton href={`#${paths.login()}`}>{text('activate.signIn')}</LinkButton>
      </div>
    </Form>
  )
}
