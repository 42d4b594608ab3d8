import { apiBasePath, type ExportTask } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Button, LinkButton, Row, StatusTag } from '@helioport/ui'
import type { Column } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { fileSize } from '../record/file-size.ts'

const looks = { queued: 'standby', running: 'info', done: 'normal', failed: 'abnormal', stopped: 'offline' } as const

const fileUrl = ({ id }: ExportTask) => `${apiBasePath}/export-tasks/${id}/file`

/** Columns of the export tasks; a finished one links to its file. */
export function useExportTaskColumns(remove: (exportTaskId: string) => void): Column<ExportTask>[] {
  const text = useText<typeof enUS>('record')
  const common = useText()
  const format = useFormat()
  return [
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
      render: ({ bytes }) => fileSize(bytes, format),
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
      render: (exportTask) => (
        <Row gap={2} justify="end" wrap={false}>
          {exportTask.state === 'done' && (
            <LinkButton size="s" icon="download" href={fileUrl(exportTask)}>
              {text('download.get')}
            </LinkButton>
          )}
          <Button size="s" kind="text" onClick={() => remove(exportTask.id)}>
            {common('action.delete')}
          </Button>
        </Row>
      ),
    },
  ]
}
