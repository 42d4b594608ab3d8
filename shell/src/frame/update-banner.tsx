import { useState, useSyncExternalStore } from 'react'
import { useLocale } from '@helioport/i18n'
import { Button, VisuallyHidden } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import { useRemoteSource } from '../outlet/remote-source.ts'
import { useRouteTable } from '../routing/route-table-context.ts'
import { textIn } from '../routing/route-title.ts'
import { Banner, BannerPlace } from './banner.tsx'

interface UpdateBannerProps {
  /** Moves the focus to the page when the focused button disappears. */
  onTaken: () => void
}

/** Says that an update waits because of unsaved input, with a button that applies it. */
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
    <BannerPlace>
      {waiting.map((remote) => (
        <Banner
          icon="refresh"
          tone="brand"
          key={remote}
          action={
            <Button size="s" onClick={() => take(remote)}>
              {text('update.take')}
            </Button>
          }
        >
          {text('update.ready', { area: nameOf(remote) })}
        </Banner>
      ))}
      {done !== undefined && waiting.length === 0 && (
        <VisuallyHidden>{text('update.done', { area: nameOf(done) })}</VisuallyHidden>
      )}
    </BannerPlace>
  )
}
