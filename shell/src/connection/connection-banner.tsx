import { Button, Icon } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import { useConnection } from './connection.ts'
import styles from './connection-banner.module.css'

/** Says under the header that what is shown may be old; the pages stay as they are. */
export function ConnectionBanner() {
  const text = useShellText()
  const { state, askNow } = useConnection()
  return (
    <output className={styles['place']}>
      {state !== 'ok' && (
        <div className={styles['banner']}>
          <Icon name="offline" size={18} />
          <span className={styles['text']}>{text(`connection.${state}`)}</span>
          {state === 'down' && (
            <Button size="s" onClick={askNow}>
              {text('connection.retry')}
            </Button>
          )}
        </div>
      )}
    </output>
  )
}
