import { Button, copyText, Notice, Row } from '@helioport/ui'
import { toast } from '@helioport/ui/overlay'
import styles from './security.module.css'
import { useAccountText } from '../account/use-account-text.ts'

/** New recovery codes. They are shown only once, with buttons to copy and to save them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = useAccountText()
  const copy = () =>
    copyText(codes.join('\n')).then(
      () => toast({ tone: 'good', text: text('recovery.copied') }),
      () => toast({ tone: 'bad', text: text('recovery.notCopied') }),
    )
  return (
    <>
      <Notice tone="warn">{text('recovery.once')}</Notice>
      <ul className={styles['codes']} aria-label={text('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Row>
        <Button kind="primary" onClick={onDone}>
          {text('recovery.kept')}
        </Button>
        <Button icon="copy" onClick={() => void copy()}>
          {text('recovery.copy')}
        </Button>
      </Row>
    </>
  )
}
