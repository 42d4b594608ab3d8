import { useEndpoint } from '@helioport/api-client'
import { EmailsCard } from './emails-card.tsx'
import { Loaded } from '../account/loaded.tsx'
import { PhoneCard } from './phone-card.tsx'
import { SettingFrame } from './setting-frame.tsx'

/** Where mails and codes of the account go. */
export default function BindingPage() {
  const security = useEndpoint('GET /account/security')
  return (
    <SettingFrame tab="binding">
      <Loaded of={security}>
        {({ emails, phone }) => (
          <>
            <EmailsCard emails={emails} />
            <PhoneCard phone={phone} />
          </>
        )}
      </Loaded>
    </SettingFrame>
  )
}
