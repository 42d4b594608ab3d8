import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '@helioport/contract'
import { useSession } from '@helioport/session'
import { Button } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import { Banner, BannerPlace } from './banner.tsx'

/**
 * Shown while the person views the portal as another account: says which one and that it is read-only, with the way
 * back.
 */
export function ViewBanner() {
  const text = useShellText()
  const navigate = useNavigate()
  const session = useSession((state) => state.session)
  const lookAsOneself = useSession((state) => state.lookAsOneself)
  const [isLeaving, setLeaving] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const leave = async () => {
    setLeaving(true)
    setFailed(false)
    try {
      await lookAsOneself()
      await navigate(paths.account())
    } catch {
      setFailed(true)
    } finally {
      setLeaving(false)
    }
  }
  return (
    <BannerPlace>
      {session?.view && (
        <Banner
          icon="eye"
          tone="warn"
          action={
            <Button size="s" busy={isLeaving} onClick={() => void leave()}>
              {text('view.leave')}
            </Button>
          }
        >
          {text(`view.${session.view.as}`, { name: session.nickname || session.userName })}
          {hasFailed && ` ${text('view.failed')}`}
        </Banner>
      )}
    </BannerPlace>
  )
}
