import { useEndpoint } from '@helioport/api-client'
import { ApiKeysCard } from './api/api-keys-card.tsx'
import { WebhooksCard } from './api/webhooks-card.tsx'
import { Loaded } from '../account/loaded.tsx'
import { SettingFrame } from './setting-frame.tsx'

/** How programs reach the portal (API keys), and how the portal reaches them (webhooks). */
export default function ApiPage() {
  const keys = useEndpoint('GET /api-keys')
  const webhooks = useEndpoint('GET /webhooks')
  return (
    <SettingFrame tab="api">
      <Loaded of={keys}>{(found) => <ApiKeysCard keys={found} onDoubt={keys.refetch} />}</Loaded>
      <Loaded of={webhooks}>{(found) => <WebhooksCard webhooks={found} onDoubt={webhooks.refetch} />}</Loaded>
    </SettingFrame>
  )
}
