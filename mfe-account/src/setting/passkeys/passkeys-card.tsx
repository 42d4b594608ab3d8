import { useState } from 'react'
import { useEndpoint, useSend } from '@helioport/api-client'
import { type AccountSecurity, type Passkey, passkeyRules } from '@helioport/contract'
import { Button, Card, Notice, Stack } from '@helioport/ui'
import { Confirm } from '@helioport/ui/overlay'
import { EntryList } from '../../account/entry-list.tsx'
import { useAccountText } from '../../account/use-account-text.ts'
import { useWrite } from '../../account/use-write.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { PasskeyEntry } from './passkey-entry.tsx'
import { PasskeyRequired } from './passkey-required.tsx'

const refreshes = ['GET /passkeys', 'GET /account/security'] as const

interface PasskeysCardProps {
  passkeys: readonly Passkey[]
  /** Undefined: not known yet. */
  security: AccountSecurity | undefined
  /** Reloads the security state. */
  onDoubt: () => void
}

/** The passkeys of the account: added, named, removed. */
export function PasskeysCard({ passkeys, security, onDoubt }: PasskeysCardProps) {
  const text = useAccountText()
  const { attempt, failure } = useWrite()
  const remove = useSend('DELETE /passkeys/:passkeyId', { refreshes })
  const [removed, setRemoved] = useState<Passkey>()
  return (
    <Card title={text('passkey.title')} subtitle={text('passkey.hint')}>
      <Stack gap={4}>
        {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
        {passkeys.length === 0 ? (
          <p>{text('passkey.none')}</p>
        ) : (
          <EntryList label={text('passkey.title')}>
            {passkeys.map((passkey) => (
              <PasskeyEntry key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
            ))}
          </EntryList>
        )}
        {passkeys.length < passkeyRules.max && <Place />}
        {passkeys.length > 0 && security && <PasskeyRequired security={security} onDoubt={onDoubt} />}
      </Stack>
      <Confirm
        open={removed !== undefined}
        title={text('passkey.removeTitle', { name: removed?.name ?? '' })}
        text={text('passkey.removeText')}
        confirmLabel={text('passkey.remove')}
        cancelLabel={text('cancel')}
        danger
        onCancel={() => setRemoved(undefined)}
        onConfirm={() => {
          setRemoved(undefined)
          const params = { passkeyId: removed?.id ?? '' }
          void attempt(() => remove.send({ params }), text('passkey.removed'), 'failed.delete')
        }}
      />
    </Card>
  )
}

/** The form, or why a passkey cannot be added here. */
function Place() {
  const text = useAccountText()
  const { data: ways } = useEndpoint('GET /session/ways')
  const [isAdding, setAdding] = useState(false)
  if (!ways) return null
  if (ways.passkeyOrigin === null) return <Notice tone="info">{text('passkey.nowhere')}</Notice>
  if (ways.passkeyOrigin !== location.origin) {
    return (
      <Notice tone="info">
        {text('passkey.elsewhere')} <a href={`${ways.passkeyOrigin}/${location.hash}`}>{ways.passkeyOrigin}</a>
      </Notice>
    )
  }
  if (!('PublicKeyCredential' in window)) return <Notice tone="info">{text('passkey.cannot')}</Notice>
  if (isAdding) return <AddPasskey onDone={() => setAdding(false)} />
  return (
    <div>
      <Button icon="plus" onClick={() => setAdding(true)}>
        {text('passkey.add')}
      </Button>
    </div>
  )
}
