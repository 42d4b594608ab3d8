import { useEndpoint } from '@helioport/api-client'
import { Loaded } from '../account/loaded.tsx'
import { SessionsCard } from '../account/sessions-card.tsx'
import { OpenidCard } from './passkeys/openid-card.tsx'
import { PasskeysCard } from './passkeys/passkeys-card.tsx'
import { SettingFrame } from './setting-frame.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

/** Two-factor sign-in, passkeys, and the sessions of the account. */
export default function SecurityPage() {
  const security = useEndpoint('GET /account/security')
  const passkeys = useEndpoint('GET /passkeys')
  const sessions = useEndpoint('GET /sessions')
  return (
    <SettingFrame tab="security">
      <Loaded of={security}>{(found) => <TwoFactorCard security={found} onDoubt={security.refetch} />}</Loaded>
      <Loaded of={passkeys}>
        {(found) => <PasskeysCard passkeys={found} security={security.data} onDoubt={security.refetch} />}
      </Loaded>
      <OpenidCard />
      <Loaded of={sessions}>{(found) => <SessionsCard sessions={found} />}</Loaded>
    </SettingFrame>
  )
}
