import { useState } from 'react'
import { useEndpoint, useSend } from '@helioport/api-client'
import type { OpenidIdentity } from '@helioport/contract'
import { joinParts, useFormat } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Button, Card, Notice, Stack, useNow } from '@helioport/ui'
import { Confirm } from '@helioport/ui/overlay'
import { Entry, EntryList } from '../../account/entry-list.tsx'
import { useAccountText } from '../../account/use-account-text.ts'
import { useWrite } from '../../account/use-write.tsx'

/** OpenID sign-ins linked to the account; renders nothing if there are none. */
export function OpenidCard() {
  const text = useAccountText()
  const format = useFormat()
  const now = useNow(60_000)
  const { attempt, failure } = useWrite()
  const { data: identities = [] } = useEndpoint('GET /account/openid-identities')
  const unlink = useSend('DELETE /account/openid-identities/:openidIdentityId', {
    refreshes: ['GET /account/openid-identities'],
  })
  const [unlinked, setUnlinked] = useState<OpenidIdentity>()
  if (identities.length === 0) return null
  return (
    <Card title={text('openid.title')} subtitle={text('openid.hint')}>
      <Stack>
        {' '}
        {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
        <EntryList label={text('openid.title')}>
          {identities.map((identity) => (
            <Entry
              key={identity.id}
              icon="account"
              title={`${identity.title}: ${identity.email}`}
              note={[
                text('passkey.since', { day: format.date(identity.linkedAt, viewerTimeZone()) }),
                identity.lastUsedAt !== null && text('passkey.used', { ago: format.ago(identity.lastUsedAt, now) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            >
              <Button
                size="s"
                kind="danger"
                onClick={() => setUnlinked(identity)}
                label={joinParts([text('openid.unlink'), identity.title, identity.email])}
              >
                {text('openid.unlink')}
              </Button>
            </Entry>
          ))}
        </EntryList>
      </Stack>{' '}
      <Confirm
        open={unlinked !== undefined}
        title={text('openid.unlinkTitle', { title: unlinked?.title ?? '' })}
        text={text('openid.unlinkText')}
        confirmLabel={text('openid.unlink')}
        cancelLabel={text('cancel')}
        danger
        onCancel={() => setUnlinked(undefined)}
        onConfirm={() => {
          setUnlinked(undefined)
          const params = { openidIdentityId: unlinked?.id ?? '' }
          void attempt(() => unlink.send({ params }), text('openid.unlinked'), 'failed.delete')
        }}
      />
    </Card>
  )
}
