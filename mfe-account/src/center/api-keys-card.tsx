import { useEndpoint } from '@helioport/api-client'
import { type ApiKey, paths } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Card, LinkButton, StatusTag, useNow } from '@helioport/ui'
import styles from './center-page.module.css'
import { Entry, EntryList } from '../account/entry-list.tsx'
import { Loaded } from '../account/loaded.tsx'
import { useAccountText } from '../account/use-account-text.ts'

/** The account's keys: rights, expiry, last use. They are created and revoked on their own page. */
export function ApiKeysCard() {
  const text = useAccountText()
  const keys = useEndpoint('GET /api-keys')
  return (
    <Loaded of={keys} lines={2}>
      {(found) => (
        <Card
          title={text('keys.title')}
          extra={
            <LinkButton size="s" kind="text" href={`#${paths.setting('api')}`}>
              {text('keys.manage')}
            </LinkButton>
          }
        >
          {found.length === 0 ? (
            <p className={styles['muted']}>{text('keys.none')}</p>
          ) : (
            <EntryList label={text('keys.title')}>
              {found.map((key) => (
                <Key key={key.id} apiKey={key} />
              ))}
            </EntryList>
          )}
        </Card>
      )}
    </Loaded>
  )
}

function Key({ apiKey: { name, ending, scopes, expiresAt, lastUsedAt } }: { apiKey: ApiKey }) {
  const text = useAccountText()
  const format = useFormat()
  const now = useNow(60_000)
  return (
    <Entry
      icon="lock"
      title={name}
      mark={Date.parse(expiresAt) <= now && <StatusTag status="offline" label={text('key.over')} />}
      note={[
        `hp_…${ending}`,
        scopes.map((scope) => text(`scope.${scope}`)).join(', '),
        text('key.until', { day: format.date(expiresAt, viewerTimeZone()) }),
        lastUsedAt === null ? text('key.unused') : text('key.used', { ago: format.ago(lastUsedAt, now) }),
      ].join(' · ')}
    />
  )
}
