import type { ReactNode } from 'react'
import { Button, copyText, Notice, Row, Stack } from '@helioport/ui'
import { toast } from '@helioport/ui/overlay'
import { useAccountText } from '../../account/use-account-text.ts'
import styles from './api.module.css'

interface OnceShownProps {
  /** Name of the secret. */
  label: string
  /** Says that it is shown only once. */
  once: string
  secret: string
  /** Instructions for it. */
  children: ReactNode
  onDone: () => void
}

/** A secret that only this reply contains, with a copy button. */
export function OnceShown({ label, once, secret, children, onDone }: OnceShownProps) {
  const text = useAccountText()
  const copy = () =>
    copyText(secret).then(
      () => toast({ tone: 'good', text: text('secret.copied') }),
      () => toast({ tone: 'bad', text: text('recovery.notCopied') }),
    )
  return (
    <Stack gap={4}>
      <Notice tone="warn">{once}</Notice>
      <code className={styles['secret']} dir="ltr" aria-label={label} data-testid="secret">
        {secret}
      </code>
      <p className={styles['muted']}>{children}</p>
      <Row>
        <Button kind="primary" onClick={onDone}>
          {text('secret.kept')}
        </Button>
        <Button icon="copy" onClick={() => void copy()}>
          {text('recovery.copy')}
        </Button>
      </Row>
    </Stack>
  )
}
