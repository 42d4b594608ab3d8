import { useState } from 'react'
import { useSend } from '@helioport/api-client'
import type { AccountSecurity, TotpSecret } from '@helioport/contract'
import { Button, Card, Notice, Row, Stack, StatusTag } from '@helioport/ui'
import { Confirm } from '@helioport/ui/overlay'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpSetUp } from './totp-set-up.tsx'
import { useAccountText } from '../account/use-account-text.ts'
import { useWrite } from '../account/use-write.tsx'

const refreshes = ['GET /account/security'] as const
/** Below this number of recovery codes the page suggests new ones. */
const fewCodes = 3

interface TwoFactorCardProps {
  security: AccountSecurity
  /** Reloads the state: a write may have succeeded although its reply was lost. */
  onDoubt: () => void
}

/** Sets up and removes the authenticator app, and renews its recovery codes. */
export function TwoFactorCard({ security: { totp, recoveryCodes }, onDoubt }: TwoFactorCardProps) {
  const text = useAccountText()
  const { attempt, busy, failure } = useWrite()
  const setUpTotp = useSend('POST /account/totp')
  const issue = useSend('POST /account/recovery-codes', { refreshes })
  const remove = useSend('DELETE /account/totp', { refreshes })
  const [secret, setSecret] = useState<TotpSecret>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [isRemoving, setRemoving] = useState(false)

  const issueCodes = () =>
    attempt(async () => {
      const { data } = await issue.send()
      setCodes(data?.codes)
    })
  const begin = () =>
    attempt(async () => {
      const { data } = await setUpTotp.send()
      setSecret(data ?? undefined)
    })
  const confirmed = () => {
    setSecret(undefined)
    void issueCodes()
  }
  return (
    <Card
      title={text('totp.title')}
      subtitle={text('totp.hint')}
      extra={<StatusTag status={totp ? 'normal' : 'offline'} label={text(totp ? 'totp.on' : 'totp.off')} />}
    >
      <Stack gap={4}>
        {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
        {secret && !totp ? (
          <TotpSetUp secret={secret} onDone={confirmed} onDoubt={onDoubt} onCancel={() => setSecret(undefined)} />
        ) : codes ? (
          <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
        ) : totp ? (
          <>
            <Notice tone={recoveryCodes < fewCodes ? 'warn' : 'info'}>
              {text('recovery.left', { count: recoveryCodes })}
            </Notice>
            <Row>
              <Button busy={busy} onClick={() => void issueCodes()}>
                {text('recovery.make')}
              </Button>
              <Button kind="danger" disabled={busy} onClick={() => setRemoving(true)}>
                {text('totp.remove')}
              </Button>
            </Row>
          </>
        ) : (
          <Row>
            <Button kind="primary" busy={busy} onClick={() => void begin()}>
              {text('totp.begin')}
            </Button>
          </Row>
        )}
      </Stack>
      <Confirm
        open={isRemoving}
        title={text('totp.removeTitle')}
        text={text('totp.removeText')}
        confirmLabel={text('totp.remove')}
        cancelLabel={text('cancel')}
        danger
        onCancel={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false)
          void attempt(() => remove.send(), text('totp.removed'))
        }}
      />
    </Card>
  )
}
