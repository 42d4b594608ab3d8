import { useState } from 'react'
import { useEndpoint } from '@helioport/api-client'
import { EmailsCard } from './emails-card.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { Loaded } from '../account/loaded.tsx'
import { PhoneCard } from './phone-card.tsx'
import { SettingFrame } from './setting-frame.tsx'

/** Addresses for the account's mails and codes. */
export default function BindingPage() {
  const [isEmailDirty, setEmailDirty] = useState(false)
  const [isPhoneDirty, setPhoneDirty] = useState(false)
  const security = useEndpoint('GET /account/security')
  return (
    <SettingFrame tab="binding">
      <Loaded of={security}>
        {({ emails, phone }) => (
          <>
            <EmailsCard emails={emails} onDirty={setEmailDirty} />
            <PhoneCard phone={phone} onDirty={setPhoneDirty} />
          </>
        )}
      </Loaded>
      <LeaveGuard isDirty={isEmailDirty || isPhoneDirty} />
    </SettingFrame>
  )
}
