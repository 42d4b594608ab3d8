import { useState } from 'react'
import { ApiError, type ReadName, useEndpoint, useSend } from '@helioport/api-client'
import type { Alarm, AlarmCareInput } from '@helioport/contract'
import { useFormat, useRefusalText, useText } from '@helioport/i18n'
import { Button, Menu, Row } from '@helioport/ui'
import { ChoiceField } from '@helioport/ui/form'
import { toast } from '@helioport/ui/overlay'
import type enUS from '../messages/en-US.ts'
import styles from './alarms-page.module.css'
import { ManyRefused, type Refusal, refusedOf } from './many-refused.tsx'
import { ManyComment } from './many-comment.tsx'

const dayMs = 86_400_000
const snoozeDays = [1, 7, 30] as const
const refreshes: readonly ReadName[] = [
  'GET /alarms',
  'GET /alarms/:alarmId',
  'GET /alarms/:alarmId/comments',
  'GET /alarm-snoozes',
]

interface ManyBarProps {
  /** Chosen alarms; at least one. */
  chosen: readonly string[]
  /** Alarms on the page, used to name refused ones. */
  listed: readonly Alarm[]
  onLeaveOut: (alarmIds: readonly string[]) => void
  /** Clears the choice: on request, or after a write that needs no further one. */
  onDone: () => void
}

/** Works on plain http, where `crypto.randomUUID` is missing. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

type Care = Omit<AlarmCareInput, 'key' | 'alarmIds'>

/** Writes to all chosen alarms in one call, and keeps the refusal. */
function useCare(chosen: readonly string[], onDone: () => void) {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const refusalText = useRefusalText()
  const [refusal, setRefusal] = useState<Refusal>()
  const { send, isSending } = useSend('POST /alarm-care', { refreshes })
  const care = async (what: Care) => {
    setRefusal(undefined)
    try {
      const { data } = await send({ body: { ...what, key: newKey(), alarmIds: [...chosen] } })
      const count = data?.groups ?? 0
      toast({ tone: 'good', text: text('many.done', { count, number: format.number(count) }) })
      // The choice stays after a comment or an assignment, as another write to the same alarms often follows.
      if (what.comment === undefined && what.assigneeId === undefined) onDone()
    } catch (error) {
      const refused = refusedOf(error, chosen)
      if (refused.length > 0 && error instanceof ApiError) {
        setRefusal({ alarmIds: refused, of: chosen.length, why: refusalText(error) })
        return
      }
      toast({ tone: 'bad', text: refusalText(error instanceof ApiError ? error : { code: 'service.failed' }) })
    }
  }
  return { care, isSending, refusal, forget: () => setRefusal(undefined) }
}

/** Acknowledge, assign, snooze and comment on all chosen alarms in one call. */
export function ManyBar({ chosen, listed, onLeaveOut, onDone }: ManyBarProps) {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const [commenting, setCommenting] = useState(false)
  const assignees = useEndpoint('GET /alarms/:alarmId/assignees', { params: { alarmId: chosen[0] ?? '' } })
  const { care, isSending, refusal, forget } = useCare(chosen, onDone)
  const sleep = (days: number) => care({ snoozedUntil: new Date(Date.now() + days * dayMs).toISOString() })
  return (
    <div className={styles['many']} role="group" aria-label={text('many.title')}>
      <strong>{text('many.chosen', { count: chosen.length, number: format.number(chosen.length) })}</strong>
      <Row gap={2}>
        <Button size="s" kind="primary" busy={isSending} onClick={() => void care({ acknowledged: true })}>
          {text('care.see')}
        </Button>
        <ChoiceField
          label={text('care.assignee')}
          value=""
          onChange={(id: string) => void care({ assigneeId: id === 'nobody' ? null : id })}
          options={[
            { value: '', label: text('many.give') },
            { value: 'nobody', label: text('care.nobody') },
            ...(assignees.data ?? []).map(({ accountId, userName, nickname }) => ({
              value: accountId,
              label: nickname === '' ? userName : `${nickname} (${userName})`,
            })),
          ]}
        />
        <Menu
          trigger={text('care.snooze')}
          label={text('care.snooze')}
          className={styles['snooze']}
          items={snoozeDays.map((days) => ({
            key: String(days),
            label: text('care.snoozeDevice', { time: format.duration(days * dayMs) }),
            onSelect: () => void sleep(days),
          }))}
        />
        <Button size="s" onClick={() => setCommenting(true)}>
          {text('care.comment')}
        </Button>
        <Button size="s" kind="text" onClick={onDone}>
          {text('many.none')}
        </Button>
      </Row>
      {refusal && (
        <ManyRefused
          refusal={refusal}
          listed={listed}
          onLeaveOut={() => {
            onLeaveOut(refusal.alarmIds)
            forget()
          }}
        />
      )}
      {commenting && (
        <ManyComment
          onClose={() => setCommenting(false)}
          onSend={async (comment) => {
            await care({ comment })
            setCommenting(false)
          }}
        />
      )}
    </div>
  )
}
