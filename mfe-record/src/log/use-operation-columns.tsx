import type { Operation } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import type { Column } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { Marked } from '../record/marked.tsx'
import { Outcome } from './outcome.tsx'
import { useActionText } from './use-action-text.ts'

/** Columns of the log of operations; search terms are highlighted. */
export function useOperationColumns({ search, person }: { search: string; person: string }): Column<Operation>[] {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const actionText = useActionText()
  const marked = (words: string) => <Marked hits={[search]}>{words}</Marked>
  return [
    {
      key: 'action',
      title: text('log.action'),
      card: 'title',
      render: ({ action }) => <span title={action}>{marked(actionText(action))}</span>,
    },
    {
      key: 'outcome',
      title: text('log.outcome'),
      card: 'aside',
      width: 130,
      render: ({ errorCode }) => <Outcome errorCode={errorCode} />,
    },
    {
      key: 'who',
      title: text('log.who'),
      width: 180,
      render: ({ userName, apiKey }) => (
        <Marked hits={[search, person]}>
          {apiKey === null ? userName || '–' : text('log.byKey', { name: userName, key: apiKey })}
        </Marked>
      ),
    },
    {
      key: 'station',
      title: text('column.station'),
      hideable: true,
      render: ({ stationName }) => marked(stationName ?? '–'),
    },
    {
      key: 'device',
      title: text('column.device'),
      hideable: true,
      render: ({ deviceName }) => marked(deviceName ?? '–'),
    },
    {
      key: 'at',
      title: text('log.at'),
      width: 190,
      render: ({ at }) => format.dateTime(at, viewerTimeZone()),
    },
  ]
}
