import { Button, CommandLines, copyText } from '@helioport/ui'
import { FormActions } from '@helioport/ui/form'
import { toast } from '@helioport/ui/overlay'
import { useOwnerText } from '../station/owner-texts.ts'
import styles from './connect.module.css'

interface ExampleTextProps {
  children: string
  testId: string
}

/** Commands or configuration to be copied; always left to right. */
export function ExampleText({ children, testId }: ExampleTextProps) {
  const text = useOwnerText()
  const copy = () =>
    copyText(children).then(
      () => toast({ tone: 'good', text: text('logger.copied') }),
      () => toast({ tone: 'bad', text: text('logger.notCopied') }),
    )
  return (
    <>
      <pre className={styles['example']} dir="ltr" data-testid={testId}>
        <CommandLines>{children}</CommandLines>
      </pre>
      <FormActions>
        <Button icon="copy" onClick={() => void copy()}>
          {text('logger.copy')}
        </Button>
      </FormActions>
    </>
  )
}
