import type { Logger } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { Icon } from '@helioport/ui'
import { useOwnerText } from '../station/owner-texts.ts'
import styles from './connect.module.css'

interface HeardProps {
  logger: Logger | undefined
  /** Time of the logger's newest MQTT message, whether or not it became a frame; null: none. */
  messageAt?: string | null
  now: number
}

/** Waits, then turns green with the first frame: the service's hints make the list of loggers stale. */
export function Heard({ logger, messageAt = null, now }: HeardProps) {
  const text = useOwnerText()
  const format = useFormat()
  // The reported device may already belong to an older logger.
  const isForeign = logger?.refused?.reasons.some(({ code }) => code === 'row.foreignSerial') ?? false
  const heardAt = logger?.lastBatchAt ?? messageAt
  return (
    <p className={styles['heard']} data-heard={heardAt === null ? undefined : ''} role="status">
      <Icon name={heardAt === null ? 'clock' : 'checkCircle'} size={20} />
      <span>
        {heardAt === null ? text('connect.waiting') : text('connect.heard', { ago: format.ago(heardAt, now) })}
        {logger?.lastBatchAt && logger.foundDevices === 0 && logger.devices === 0 && (
          <small>{text(isForeign ? 'row.foreignSerial' : 'connect.nothingFound')}</small>
        )}
      </span>
    </p>
  )
}
