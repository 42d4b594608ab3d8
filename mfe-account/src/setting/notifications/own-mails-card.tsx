import { useState } from 'react'
import { useEndpoint } from '@helioport/api-client'
import { defaultPageSize, type OwnMail } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Button, Card, Empty, Row, Stack, StatusTag } from '@helioport/ui'
import { Entry, EntryList } from '../../account/entry-list.tsx'
import { mailTones } from '../../account/mail-tones.ts'
import { Loaded } from '../../account/loaded.tsx'
import { whyNot } from '../../account/why-not.ts'
import { useAccountText } from '../../account/use-account-text.ts'

/** Refresh interval while a mail is queued. */
const waitingMs = 3_000

/** Messages to the person in the last month, newest first, and whether they arrived. */
export function OwnMailsCard() {
  const text = useAccountText()
  const [page, setPage] = useState(1)
  const [isWaiting, setWaiting] = useState(false)
  const query = { page, pageSize: defaultPageSize }
  const list = useEndpoint('GET /account/mails', { query }, isWaiting ? { refetchMs: waitingMs } : {})
  // A mail that has failed once waits longer: no refresh.
  const waits = list.data?.some(({ state, failure }) => state === 'waiting' && failure === null) ?? false
  if (waits !== isWaiting) setWaiting(waits)
  const { total = 0, refetch } = list
  return (
    <Loaded of={list}>
      {(mails) => (
        <Card
          title={text('mails.title')}
          subtitle={text('mails.hint')}
          extra={
            <Button size="s" icon="refresh" onClick={refetch}>
              {text('mails.refresh')}
            </Button>
          }
        >
          {total === 0 ? (
            <Empty icon="mail" title={text('mails.none')} hint={text('mails.noneHint')} />
          ) : (
            <Stack gap={4}>
              <EntryList label={text('mails.title')}>
                {mails.map((mail) => (
                  <SentMail key={mail.id} mail={mail} />
                ))}
              </EntryList>
              {total > defaultPageSize && (
                <Row>
                  <Button size="s" disabled={page === 1} onClick={() => setPage(page - 1)}>
                    {text('mails.newer')}
                  </Button>
                  <Button size="s" disabled={page * defaultPageSize >= total} onClick={() => setPage(page + 1)}>
                    {text('mails.older')}
                  </Button>
                </Row>
              )}
            </Stack>
          )}
        </Card>
      )}
    </Loaded>
  )
}

function SentMail({ mail }: { mail: OwnMail }) {
  const text = useAccountText()
  const format = useFormat()
  const { channel, kind, sample, subject, recipient, state, createdAt, tries, failure, nextAt } = mail
  const why = whyNot(text, mail)
  const at = (instant: string) => format.dateTime(instant, viewerTimeZone())
  const note = [
    at(createdAt),
    ...(sample ? [text('sample.mark')] : []),
    text('mails.to', { recipient }),
    ...(why === undefined ? [] : [why]),
    ...(failure === null ? [] : [text('mails.tries', { count: tries })]),
    ...(nextAt === null || tries === 0 ? [] : [text('mails.next', { at: at(nextAt) })]),
  ]
  return (
    <Entry
      icon={channel === 'mail' ? 'mail' : 'device'}
      title={subject || text(`mailKind.${kind}`)}
      mark={<StatusTag status={mailTones[state]} label={text(`mailState.${state}`)} />}
      note={note.join(' · ')}
    />
  )
}
