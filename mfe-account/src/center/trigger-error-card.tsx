import { useState } from 'react'
import { ErrorOnPurpose } from '@helioport/federation/remote'
import { Button, Card } from '@helioport/ui'
import { useAccountText } from '../account/use-account-text.ts'
import styles from './center-page.module.css'

/** Raises an error on request, to show that this area contains it. */
export function TriggerErrorCard() {
  const text = useAccountText()
  const [isRaised, setRaised] = useState(false)
  if (isRaised) throw new ErrorOnPurpose()
  return (
    <Card title={text('trigger.title')}>
      <div className={styles['session']}>
        <p className={styles['hint']}>{text('trigger.hint')}</p>
        <Button icon="alarm" onClick={() => setRaised(true)}>
          {text('trigger.raise')}
        </Button>
      </div>
    </Card>
  )
}
