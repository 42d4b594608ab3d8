import type { Command } from '@helioport/contract'
import { useFormat, useSettingText, useText } from '@helioport/i18n'
import { StackedBar } from '@helioport/ui'
import type { Column } from '@helioport/ui/table'
import { CommandTag } from '../command/command-status.tsx'
import styles from '../command/command.module.css'
import type enUS from '../messages/en-US.ts'

/** Columns of the list of commands. */
export function useCommandColumns(): Column<Command>[] {
  const text = useText<typeof enUS>('functions')
  const status = useText('status')
  const settingText = useSettingText()
  const format = useFormat()
  return [
    {
      key: 'what',
      title: text('commands.what'),
      card: 'title',
      width: 240,
      render: ({ kind, cause, setting }) => (
        <span className={styles['what']}>
          <span className={styles['title']}>
            {status(`commandKind.${kind}`)}
            {setting && ` ${settingText(setting)}`}
          </span>
          {cause !== 'person' && <span className={styles['muted']}>{status(`commandCause.${cause}`)}</span>}
        </span>
      ),
    },
    {
      key: 'state',
      title: text('column.status'),
      card: 'aside',
      width: 170,
      render: (command) => <CommandTag command={command} />,
    },
    {
      key: 'devices',
      title: text('kpi.devices'),
      width: 160,
      render: ({ counts }) => <Progress counts={counts} />,
    },
    { key: 'station', title: text('column.station'), width: 160, render: ({ stationName }) => stationName },
    {
      key: 'createdAt',
      title: text('commands.when'),
      width: 170,
      render: ({ createdAt, timeZone }) => format.dateTime(createdAt, timeZone),
    },
    {
      key: 'by',
      title: text('commands.by'),
      width: 120,
      hideable: true,
      render: ({ userName }) => userName ?? text('by.service'),
    },
    {
      key: 'revertAt',
      title: text('commands.revertAt'),
      width: 170,
      hideable: true,
      card: 'hidden',
      render: ({ revertAt, timeZone }) => (revertAt === null ? '–' : format.dateTime(revertAt, timeZone)),
    },
  ]
}

/** Number of devices done, failed and open. */
function Progress({ counts }: { counts: Command['counts'] }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const status = useText('status')
  const { total, done, failed, cancelled = 0, open } = counts
  const words = text('commands.done', { done: format.number(done), total: format.number(total) })
  return (
    <span className={styles['progress']}>
      <StackedBar
        label={words}
        parts={[
          { value: done, tone: 'good', label: text('outcome.done') },
          { value: failed - cancelled, tone: 'bad', label: text('outcome.failed') },
          { value: cancelled, tone: 'idle', label: status('commandState.CANCELLED') },
          { value: open, tone: 'idle', label: text('outcome.open') },
        ]}
      />
      <span className={styles['muted']}>{words}</span>
    </span>
  )
}
