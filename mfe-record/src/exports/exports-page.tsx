import { useState } from 'react'
import { ApiError, useEndpoint, useSend } from '@helioport/api-client'
import { apiBasePath, defaultPageSize, type ExportTask } from '@helioport/contract'
import { useFormat, useRefusalText, useText } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Button, Card, Empty, LinkButton, Row, StatusTag } from '@helioport/ui'
import { toast } from '@helioport/ui/overlay'
import type enUS from '../messages/en-US.ts'
import { RecordFrame } from '../record/record-frame.tsx'
import { RecordsTable } from '../record/records-table.tsx'
import { ExportForm } from './export-form.tsx'

/** While one is being written, its state is asked for often. */
const busyMs = 3000
const refetchMs = 60_000

const looks = { queued: 'standby', running: 'info', done: 'normal', failed: 'abnormal', stopped: 'offline' } as const

const fileUrl = ({ id }: ExportTask) => `${apiBasePath}/export-tasks/${id}/file`

/** Long exports: asked for, written while one does something else, taken away within some days. */
export default function ExportsPage() {
  const text = useText<typeof enUS>('record')
  const common = useText()
  const format = useFormat()
  const refusalText = useRefusalText()
  const [page, setPage] = useState<{ number: number; size: number }>({ number: 1, size: defaultPageSize })
  const [busy, setBusy] = useState(false)
  const tasks = useEndpoint(
    'GET /export-tasks',
    { query: { page: page.number, pageSize: page.size } },
    { refetchMs: busy ? busyMs : refetchMs },
  )
  const isWriting = (tasks.data ?? []).some(({ state }) => state === 'queued' || state === 'running')
  if (isWriting !== busy) setBusy(isWriting)
  const { send } = useSend('DELETE /export-tasks/:exportTaskId', { refreshes: ['GET /export-tasks'] })
  const remove = (exportTaskId: string) =>
    send({ params: { exportTaskId } }).catch((error: unknown) =>
      toast({ tone: 'bad', text: refusalText(error instanceof ApiError ? error : { code: 'service.failed' }) }),
    )
  return (
    <RecordFrame tab="exports">
      <Card title={text('exports.ask')} subtitle={text('exports.hint')}>
        <ExportForm />
      </Card>
      <RecordsTable<ExportTask>
        label={text('tab.exports')}
        storageKey="record.exports"
        of={tasks}
        rowKey={({ id }) => id}
        empty={<Empty icon="download" title={text('exports.none')} />}
        page={{ ...page, onChange: (number, size) => setPage({ number, size }) }}
        columns={[
          {
            key: 'kind',
            title: text('exports.kind'),
            card: 'title',
            render: ({ kind, format: form, from, to }) =>
              [
                `${text(`exports.${kind}`)} (${form.toUpperCase()})`,
                from && to && `${format.date(from)} – ${format.date(to)}`,
              ]
                .filter(Boolean)
                .join(' · '),
          },
          {
            key: 'state',
            title: text('alarms.state'),
            card: 'aside',
            width: 130,
            render: ({ state }) => <StatusTag look="plain" status={looks[state]} label={text(`exports.${state}`)} />,
          },
          {
            key: 'rows',
            title: text('exports.rows'),
            align: 'end',
            width: 110,
            render: ({ rows }) => format.number(rows),
          },
          {
            key: 'bytes',
            title: text('exports.size'),
            align: 'end',
            width: 110,
            hideable: true,
            render: ({ bytes }) => `${format.number(bytes / 1024, bytes < 10_240 ? 1 : 0)} KB`,
          },
          {
            key: 'createdAt',
            title: text('exports.asked'),
            width: 190,
            render: ({ createdAt }) => format.dateTime(createdAt, viewerTimeZone()),
          },
          {
            key: 'actions',
            title: '',
            align: 'end',
            width: 210,
            render: (task) => (
              <Row gap={2} justify="end" wrap={false}>
                {task.state === 'done' && (
                  <LinkButton size="s" icon="download" href={fileUrl(task)}>
                    {text('download.get')}
                  </LinkButton>
                )}
                <Button size="s" kind="text" onClick={() => void remove(task.id)}>
                  {common('action.delete')}
                </Button>
              </Row>
            ),
          },
        ]}
      />
    </RecordFrame>
  )
}
