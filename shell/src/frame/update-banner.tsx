import { useState, useSyncExternalStore } from 'react'
import { useLocale } from '@helioport/i18n'
import { Button, Icon, VisuallyHidden } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import { useRemoteSource } from '../outlet/remote-source.ts'
import { useRouteTable } from '../routing/route-table-context.ts'
import { textIn } from '../routing/route-title.ts'
import styles from './update-banner.module.css'

interface UpdateBannerProps {
  /** Gives the focus a place when the button that had it is gone. */
  onTaken: () => void
}

/** Says that a page with unsaved input has an update waiting, and lets the person take it. */
export function UpdateBanner({ onTaken }: UpdateBannerProps) {
  const text = useShellText()
  const { code } = useLocale()
  const { areas } = useRouteTable()
  const source = useRemoteSource()
  const waiting = useSyncExternalStore(source.subscribe, source.waiting)
  const [done, setDone] = useState<string>()
  const nameOf = (remote: string) => {
    const area = areas[remote]
    return area ? textIn(area.title, code) : remote
  }
  const take = (remote: string) => {
    source.takeUpdate(remote)
    setDone(remote)
    onTaken()
  }
  return (
    <output className={styles['place']}>
      {waiting.map((remote) => (
        <div className={styles['banner']} key={remote}>
          <Icon name="refresh" size={18} />
          <span className={styles['text']}>{text('update.ready', { area: nameOf(remote) })}</span>
          <Button size="s" onClick={() => take(remote)}>
            {text('update.take')}
          </Button>
        </div>
      ))}
      {done !== undefined && waiting.length === 0 && (
        <VisuallyHidden>{text('update.done', { area: nameOf(done) })}</VisuallyHidden>
      )}
    </output>
  )
}
