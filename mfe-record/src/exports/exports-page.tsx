import { useState } from 'react'
import { ApiError, useEndpoint, useSend } from '@helioport/api-client'
import { defaultPageSize } from '@helioport/contract'
import { useListTexts, useRefusalText, useText } from '@helioport/i18n'
import { Card, Empty } from '@helioport/ui'
import { toast } from '@helioport/ui/overlay'
import { ListFrame } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { RecordFrame } from '../record/record-frame.tsx'
import { ExportForm } from './export-form.tsx'
import { useExportTaskColumns } from './use-export-task-columns.tsx'

/** Interval of refreshes while an export is being written, in ms. */
const busyMs = 3000
const refetchMs = 60_000

/** Large exports: requested here, written in the background, downloadable for some days. */
export default function ExportsPage() {
  const text = useText<typeof enUS>('record')
  const refusalText = useRefusalText()
  const [page, setPage] = useState<{ number: number; size: number }>({ number: 1, size: defaultPageSize })
  const [busy, setBusy] = useState(false)
  const exportTasks = useEndpoint(
    'GET /export-tasks',
    { query: { page: page.number, pageSize: page.size } },
    { refetchMs: busy ? busyMs : refetchMs },
  )
  const isWriting = (exportTasks.data ?? []).some(({ state }) => state === 'queued' || state === 'running')
  if (isWriting !== busy) setBusy(isWriting)
  const { send } = useSend('DELETE /export-tasks/:exportTaskId', { refreshes: ['GET /export-tasks'] })
  const remove = (exportTaskId: string) =>
    void send({ params: { exportTaskId } }).catch((error: unknown) =>
      toast({ tone: 'bad', text: refusalText(error instanceof ApiError ? error : { code: 'service.failed' }) }),
    )
  return (
    <RecordFrame tab="exports">
      <Card title={text('exports.ask')} subtitle={text('exports.hint')}>
        <ExportForm />
      </Card>
      <ListFrame
        label={text('tab.exports')}
        storageKey="record.exports"
        list={exportTasks}
        texts={useListTexts()}
        rowKey={({ id }) => id}
        empty={<Empty icon="download" title={text('exports.none')} hint={text('exports.noneHint')} />}
        page={{ ...page, onChange: (number, size) => setPage({ number, size }) }}
        columns={useExportTaskColumns(remove)}
      />
    </RecordFrame>
  )
}
