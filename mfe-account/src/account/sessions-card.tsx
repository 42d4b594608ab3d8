import { useSend } from '@helioport/api-client'
import type { OpenSession } from '@helioport/contract'
import { joinParts, useFormat } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Button, Card, Notice, StatusTag, useNow } from '@helioport/ui'
import { useEndOtherPushes } from './use-end-other-pushes.ts'
import { Entry, EntryList } from './entry-list.tsx'
import { useAccountText } from './use-account-text.ts'
import { useWrite } from './use-write.tsx'

const refreshes = ['GET /sessions'] as const

/** The sessions of the account, each with a button to end it. */
export function SessionsCard({ sessions }: { sessions: readonly OpenSession[] }) {
  const text = useAccountText()
  const format = useFormat()
  const now = useNow(60_000)
  const { attempt, busy, failure } = useWrite()
  const end = useSend('DELETE /sessions/:sessionId', { refreshes })
  const endOthers = useSend('DELETE /sessions', { refreshes })
  const endOtherPushes = useEndOtherPushes()
  const leaveElsewhere = async () => {
    // First, as the button disappears with the other sessions: those browsers would otherwise keep showing alarms.
    await endOtherPushes()
    await endOthers.send()
  }
  const whenOf = (since: string, seen: string) =>
    text('sessions.when', { since: format.dateTime(since, viewerTimeZone()), seen: format.ago(seen, now) })
  return (
    <Card
      title={text('sessions.title')}
      subtitle={text('sessions.hint')}
      extra={
        sessions.length > 1 && (
          <Button
            size="s"
            busy={busy}
            onClick={() => void attempt(leaveElsewhere, text('sessions.othersEnded'), 'failed.operation')}
          >
            {text('sessions.endOthers')}
          </Button>
        )
      }
    >
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <EntryList label={text('sessions.title')}>
        {sessions.map(({ id, userAgent, createdAt, lastSeenAt, current }) => (
          <Entry
            key={id}
            icon="screen"
            title={userAgent || text('sessions.unknown')}
            mark={current && <StatusTag status="normal" label={text('sessions.current')} />}
            note={whenOf(createdAt, lastSeenAt)}
          >
            {!current && (
              <Button
                size="s"
                disabled={busy}
                // Names the session: the buttons look alike.
                label={joinParts([text('sessions.end'), userAgent, whenOf(createdAt, lastSeenAt)])}
                onClick={() =>
                  void attempt(
                    () => end.send({ params: { sessionId: id } }),
                    text('sessions.ended'),
                    'failed.operation',
                  )
                }
              >
                {text('sessions.end')}
              </Button>
            )}
          </Entry>
        ))}
      </EntryList>
    </Card>
  )
}
