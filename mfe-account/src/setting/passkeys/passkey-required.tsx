import { useState } from 'react'
import { useSend } from '@helioport/api-client'
import type { AccountSecurity } from '@helioport/contract'
import { Button, Notice, Stack } from '@helioport/ui'
import { SwitchField } from '@helioport/ui/form'
import { useAccountText } from '../../account/use-account-text.ts'
import { useWrite } from '../../account/use-write.tsx'
import { RecoveryCodes } from '../recovery-codes.tsx'

const refreshes = ['GET /account/security'] as const
/** Below this number of recovery codes the page suggests new ones. */
const fewCodes = 3

interface PasskeyRequiredProps {
  security: AccountSecurity
  /** Reloads the state. */
  onDoubt: () => void
}

/** Whether the password alone is enough, and the recovery codes for a lost passkey. */
export function PasskeyRequired({ security: { totp, passkeyRequired, recoveryCodes }, onDoubt }: PasskeyRequiredProps) {
  const text = useAccountText()
  const { attempt, busy, failure } = useWrite()
  const set = useSend('PUT /account/passkey-required', { refreshes })
  const issue = useSend('POST /account/recovery-codes', { refreshes })
  const [codes, setCodes] = useState<readonly string[]>()
  const issueCodes = async () => {
    const { data } = await issue.send()
    setCodes(data?.codes)
  }
  const choose = async (required: boolean) => {
    const isDone = await attempt(
      async () => {
        await set.send({ body: { required } })
        // With an authenticator app there are codes already.
        if (required && !totp) await issueCodes()
        if (!required) setCodes(undefined)
      },
      text(required ? 'passkey.requiredOn' : 'passkey.requiredOff'),
    )
    // The write may have succeeded although its reply was lost.
    if (!isDone) onDoubt()
  }
  return (
    <Stack gap={4}>
      <SwitchField
        name="passkeyRequired"
        label={text('passkey.required')}
        hint={text('passkey.requiredHint')}
        value={passkeyRequired}
        onChange={(on) => void choose(on)}
        onLeave={() => undefined}
        error={undefined}
        disabled={busy}
      />
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : (
        passkeyRequired &&
        !totp && (
          <Notice
            tone={recoveryCodes < fewCodes ? 'warn' : 'info'}
            action={
              <Button busy={busy} onClick={() => void attempt(issueCodes)}>
                {text('recovery.make')}
              </Button>
            }
          >
            {text('recovery.left', { count: recoveryCodes })}
          </Notice>
        )
      )}
    </Stack>
  )
}
