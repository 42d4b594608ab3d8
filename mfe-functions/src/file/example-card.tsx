import { useText } from '@helioport/i18n'
import { Card } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import { exampleFile } from './example-file.ts'
import styles from './example-card.module.css'

/** An example file, before one is chosen. */
export function ExampleCard() {
  const text = useText<typeof enUS>('functions')
  return (
    <Card title={text('file.example')} subtitle={text('file.none')}>
      <pre className={styles['file']} dir="ltr">
        {exampleFile}
      </pre>
    </Card>
  )
}
