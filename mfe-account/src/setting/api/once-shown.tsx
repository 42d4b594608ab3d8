import type { ReactNode } from 'react'
import { Button, copyText, Notice, Row, Stack } from '@helioport/ui'
import { toast } from '@helioport/ui/overlay'
import { useAccountText } from '../../account/use-account-text.ts'
import styles from './api.module.css'

interface OnceShownProps {
  /** What the secret is. */
  label: string
  /** That it is never shown again. */
  once: string
  secret: string
  /** What to do with it. */
  children: ReactNode
  onDone: () => void
}

/** A secret that only this reply holds, with a button to copy it. */
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
