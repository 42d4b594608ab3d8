import { useState } from 'react'
import { Button, CommandLines, copyText } from '@helioport/ui'
import { useFirstRunText } from './first-run-messages.ts'
import styles from './first-run.module.css'

/** A command line with a button that copies it. */
export function CopiedCommand({ children }: { children: string }) {
  const text = useFirstRunText()
  const [said, setSaid] = useState<'copy.done' | 'copy.failed'>()
  const copy = () =>
    copyText(children).then(
      () => setSaid('copy.done'),
      () => setSaid('copy.failed'),
    )
  return (
    <div className={styles['command']}>
      <code dir="ltr">
        <CommandLines>{children}</CommandLines>
      </code>
      <Button kind="text" icon="copy" onClick={() => void copy()}>
        {text('copy.do')}
      </Button>
      <output>{said && text(said)}</output>
    </div>
  )
}
