import { useState } from 'react'
import { type ApiError, type ReadName, useEndpoint, useSend } from '@helioport/api-client'
import { type Alarm, maxPageSize } from '@helioport/contract'
import { useErrorText, useFormat, useText } from '@helioport/i18n'
import { Button, Notice, Row, Stack } from '@helioport/ui'
import { ChoiceField, Form, maxLength, required, all, TextAreaField, useForm } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import { AlarmSnooze } from './alarm-snooze.tsx'
import styles from './alarms-page.module.css'

const refreshes: readonly ReadName[] = ['GET /alarms', 'GET /alarms/:alarmId', 'GET /alarms/:alarmId/comments']
const longestComment = 2000

/** Acknowledge, assign, comment and snooze an alarm. */
export function AlarmCare({ alarm }: { alarm: Alarm }) {
  const text = useText<typeof enUS>('record')
  const errorText = useErrorText()
  const format = useFormat()
  const params = { alarmId: alarm.id }
  const acknowledge = useSend('PUT /alarms/:alarmId/acknowledgement', { refreshes })
  const assign = useSend('PUT /alarms/:alarmId/assignee', { refreshes })
  const assignees = useEndpoint('GET /alarms/:alarmId/assignees', { params })
  const [failure, setFailure] = useState<ApiError>()
  const attempt = (work: () => Promise<unknown>) => {
    setFailure(undefined)
    work().catch((error: ApiError) => setFailure(error))
  }
  const seen = alarm.acknowledgedAt !== null

  return (
    <section>
      <h3 className={styles['heading']}>{text('care.title')}</h3>
      <Stack gap={3}>
        {failure && <Notice tone="bad">{errorText(failure).detail}</Notice>}
        <Row justify="between">
          <span>
            {seen
              ? text('care.seen', {
                  name: alarm.acknowledgedBy ?? '–',
                  time: format.dateTime(alarm.acknowledgedAt, alarm.timeZone),
                })
              : text('care.unseen')}
          </span>
          <Button
            size="s"
            kind={seen ? 'text' : 'primary'}
            busy={acknowledge.isSending}
            onClick={() => attempt(() => acknowledge.send({ params, body: { acknowledged: !seen } }))}
          >
            {text(seen ? 'care.unsee' : 'care.see')}
          </Button>
        </Row>
        <Row justify="between">
          <span>{text('care.assignee')}</span>
          <ChoiceField
            label={text('care.assignee')}
            value={alarm.assigneeId ?? ''}
            onChange={(id: string) =>
              attempt(() => assign.send({ params, body: { accountId: id === '' ? null : id } }))
            }
            options={[
              { value: '', label: text('care.nobody') },
              ...(assignees.data ?? []).map(({ accountId, userName, nickname }) => ({
                value: accountId,
                label: nickname === '' ? userName : `${nickname} (${userName})`,
              })),
              ...(alarm.assigneeId !== null && !assignees.data?.some(({ accountId }) => accountId === alarm.assigneeId)
                ? [{ value: alarm.assigneeId, label: alarm.assigneeName ?? '–' }]
                : []),
            ]}
          />
        </Row>
        <AlarmSnooze alarm={alarm} attempt={attempt} />
        <Comments alarm={alarm} attempt={attempt} />
      </Stack>
    </section>
  )
}

interface CareProps {
  alarm: Alarm
  /** Runs a write; shows a toast if it fails. */
  attempt: (work: () => Promise<unknown>) => void
}

function Comments({ alarm, attempt }: CareProps) {
  const text = useText<typeof enUS>('record')
  const common = useText()
  const format = useFormat()
  const params = { alarmId: alarm.id }
  const { data = [] } = useEndpoint('GET /alarms/:alarmId/comments', { params, query: { pageSize: maxPageSize } })
  const add = useSend('POST /alarms/:alarmId/comments', { refreshes })
  const form = useForm({
    initial: { text: '' },
    rules: {
      text: all(
        required(common('field.required')),
        maxLength(longestComment, common('field.tooLong', { max: longestComment })),
      ),
    },
    onSubmit: (body) =>
      attempt(async () => {
        await add.send({ params, body })
        form.reset()
      }),
  })
  return (
    <>
      {data.map((comment) => (
        <div key={comment.id} className={styles['comment']}>
          <div className={styles['by']}>
            {comment.userName || '—'} · {format.dateTime(comment.at, alarm.timeZone)}
          </div>
          <p className={styles['words']}>{comment.text}</p>
        </div>
      ))}
      <Form form={form} label={text('care.comment')}>
        <Stack gap={2}>
          <TextAreaField {...form.field('text')} label={text('care.comment')} rows={2} />
          <Row justify="end">
            <Button size="s" type="submit" busy={add.isSending} disabled={form.values.text.trim() === ''}>
              {text('care.send')}
            </Button>
          </Row>
        </Stack>
      </Form>
    </>
  )
}
