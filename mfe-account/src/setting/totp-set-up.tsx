import { useSend } from '@helioport/api-client'
import type { TotpSecret } from '@helioport/contract'
import { Button, Notice } from '@helioport/ui'
import { CodeField, Form, FormActions, QrCode, useForm } from '@helioport/ui/form'
import { codeRule } from './code-texts.ts'
import styles from './security.module.css'
import { useAccountText } from '../account/use-account-text.ts'
import { useWrite } from '../account/use-write.tsx'

interface TotpSetUpProps {
  secret: TotpSecret
  onDone: () => void
  /** Reloads the state: the write may have succeeded although its reply was lost. */
  onDoubt: () => void
  onCancel: () => void
}

/** The key in groups of four characters, for manual entry. */
const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Set-up of the authenticator app: scan the key, enter the first code, which activates it. */
export function TotpSetUp({ secret, onDone, onDoubt, onCancel }: TotpSetUpProps) {
  const text = useAccountText()
  const { attempt, failure } = useWrite()
  const confirm = useSend('PUT /account/totp', { refreshes: ['GET /account/security'] })
  const form = useForm({
    initial: { code: '' },
    rules: { code: codeRule(text) },
    onSubmit: async (body) => {
      if (await attempt(() => confirm.send({ body }), text('totp.done'))) onDone()
      else onDoubt()
    },
  })
  return (
    <div className={styles['setUp']}>
      <QrCode text={secret.uri} label={text('totp.qr')} />
      <div className={styles['steps']}>
        <p>{text('totp.scan')}</p>
        <p>
          {text('totp.type')} <code className={styles['secret']}>{grouped(secret.secret)}</code>
        </p>
        <Form form={form} label={text('totp.confirm')}>
          <CodeField {...form.field('code')} label={text('totp.code')} required />
          {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
          <FormActions>
            <Button kind="primary" type="submit" busy={form.isSubmitting}>
              {text('totp.confirm')}
            </Button>
            <Button onClick={onCancel}>{text('cancel')}</Button>
          </FormActions>
        </Form>
      </div>
    </div>
  )
}
