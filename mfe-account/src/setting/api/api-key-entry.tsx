import { useState } from 'react'
import { useSend } from '@helioport/api-client'
import type { ApiKey } from '@helioport/contract'
import { joinParts, useFormat } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Button, Notice, StatusTag } from '@helioport/ui'
import { Confirm } from '@helioport/ui/overlay'
import { Entry } from '../../account/entry-list.tsx'
import { type AccountText, useAccountText } from '../../account/use-account-text.ts'
import { useWrite } from '../../account/use-write.tsx'

const refreshes = ['GET /api-keys'] as const

interface ApiKeyEntryProps {
  apiKey: ApiKey
  now: number
  onDoubt: () => void
}

/** One key: rights, expiry, last use; commands can be allowed here for a few minutes. */
export function ApiKeyEntry({ apiKey, now, onDoubt }: ApiKeyEntryProps) {
  const text = useAccountText()
  const { attempt, busy, failure } = useWrite()
  const revoke = useSend('DELETE /api-keys/:apiKeyId', { refreshes })
  const prove = useSend('POST /api-keys/:apiKeyId/proof', { refreshes })
  const [isRevoking, setRevoking] = useState(false)
  const { id, name } = apiKey
  const isOver = Date.parse(apiKey.expiresAt) <= now
  const run = (work: () => Promise<unknown>, done: string) =>
    void attempt(work, done, 'failed.operation').then((isDone) => !isDone && onDoubt())
  return (
    <Entry
      icon="lock"
      title={name}
      mark={<State apiKey={apiKey} now={now} />}
      note={<Facts apiKey={apiKey} now={now} />}
    >
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      {apiKey.scopes.includes('control') && !isOver && (
        <Button
          size="s"
          busy={busy}
          onClick={() => run(() => prove.send({ params: { apiKeyId: id } }), text('key.letDone'))}
          label={joinParts([text('key.let'), name])}
        >
          {text('key.let')}
        </Button>
      )}
      <Button size="s" disabled={busy} onClick={() => setRevoking(true)} label={text('key.revokeOf', { name })}>
        {text(isOver ? 'key.remove' : 'key.revoke')}
      </Button>
      <Confirm
        open={isRevoking}
        title={text('key.revokeTitle', { name })}
        text={text('key.revokeText')}
        confirmLabel={text(isOver ? 'key.remove' : 'key.revoke')}
        cancelLabel={text('cancel')}
        danger
        onCancel={() => setRevoking(false)}
        onConfirm={() => {
          setRevoking(false)
          run(() => revoke.send({ params: { apiKeyId: id } }), text('key.revoked'))
        }}
      />
    </Entry>
  )
}

function State({ apiKey: { expiresAt, provedUntil }, now }: { apiKey: ApiKey; now: number }) {
  const text = useAccountText()
  const format = useFormat()
  if (Date.parse(expiresAt) <= now) return <StatusTag status="offline" label={text('key.over')} />
  if (provedUntil === null || Date.parse(provedUntil) <= now) return null
  const until = format.time(provedUntil, viewerTimeZone())
  return <StatusTag status="standby" label={text('key.letUntil', { until })} />
}

function Facts({ apiKey, now }: { apiKey: ApiKey; now: number }) {
  const text = useAccountText()
  const format = useFormat()
  const { ending, expiresAt, lastUsedAt } = apiKey
  return [
    `hp_…${ending}`,
    scopesOf(apiKey, text),
    text('key.until', { day: format.date(expiresAt, viewerTimeZone()) }),
    lastUsedAt === null ? text('key.unused') : text('key.used', { ago: format.ago(lastUsedAt, now) }),
  ].join(' · ')
}

function scopesOf({ scopes, stationIds }: ApiKey, text: AccountText): string {
  const words = scopes.map((scope) => text(`scope.${scope}`)).join(', ')
  return stationIds === null ? words : `${words} (${text('sub.stations', { count: stationIds.length })})`
}
