import { useEndpoint } from '@helioport/api-client'
import { Loaded } from './loaded.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SettingFrame } from './setting-frame.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

/** What keeps others out: the second step of a sign-in, and where the account is signed in. */
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
