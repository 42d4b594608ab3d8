import { useEndpoint } from '@helioport/api-client'
import { Loaded } from '../account/loaded.tsx'
import { SessionsCard } from '../account/sessions-card.tsx'
import { SettingFrame } from './setting-frame.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

/** Two-factor sign-in, and the sessions of the account. */
export default function SecurityPage() {
  const security = useEndpoint('GET /account/security')
  const sessions = useEndpoint('GET /sessions')
  return (
    <SettingFrame tab="security">
      <Loaded of={security}>{(found) => <TwoFactorCard security={found} onDoubt={security.refetch} />}</Loaded>
      <Loaded of={sessions}>{(found) => <SessionsCard sessions={found} />}</Loaded>
    </SettingFrame>
  )
}
