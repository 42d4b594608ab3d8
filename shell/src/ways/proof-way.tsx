import { call, useEndpoint } from '@helioport/api-client'
import { PasskeyButton } from './passkey-button.tsx'
import { useWaysText } from './ways-messages.ts'

/** A passkey instead of the password, for accounts that have one. */
export function ProofWay({ onProved }: { onProved: () => void }) {
  const text = useWaysText()
  const { data: passkeys = [] } = useEndpoint('GET /passkeys')
  if (passkeys.length === 0 || !('PublicKeyCredential' in window)) return null
  return (
    <PasskeyButton
      label={text('passkeyProof')}
      ask={() => call('POST /session/proof/passkey/challenge')}
      answer={async (body) => {
        await call('POST /session/proof/passkey', { body })
        onProved()
      }}
    />
  )
}
