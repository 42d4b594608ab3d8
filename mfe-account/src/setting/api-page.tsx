import { useEndpoint } from '@helioport/api-client'
import { ApiKeysCard } from './api/api-keys-card.tsx'
import { Loaded } from './loaded.tsx'
import { SettingFrame } from './setting-frame.tsx'

/** How programs of the person reach the portal: by keys. */
export default function ApiPage() {
  const keys = useEndpoint('GET /api-keys')
  return (
    <SettingFrame tab="api">
      <Loaded of={keys}>{(found) => <ApiKeysCard keys={found} onDoubt={keys.refetch} />}</Loaded>
    </SettingFrame>
  )
}
