import { Button } from '@helioport/ui'
import { Banner, BannerPlace } from '../frame/banner.tsx'
import { useShellText } from '../messages/shell-messages.ts'
import { useConnection } from './connection.ts'

/** Banner below the header without a connection: the data on the page may be outdated. */
export function ConnectionBanner() {
  const text = useShellText()
  const { state, askNow } = useConnection()
  const again = (
    <Button size="s" onClick={askNow}>
      {text('connection.retry')}
    </Button>
  )
  return (
    <BannerPlace>
      {state !== 'ok' && (
        <Banner icon="offline" tone="warn" action={state === 'down' && again}>
          {text(`connection.${state}`)}
        </Banner>
      )}
    </BannerPlace>
  )
}
