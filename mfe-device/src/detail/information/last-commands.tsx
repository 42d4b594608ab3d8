import { useEndpoint } from '@helioport/api-client'
import { type Command, type Device, paths } from '@helioport/contract'
import { useFormat, useListTexts, useSettingText, useText } from '@helioport/i18n'
import { Empty, LinkButton, StatusTag } from '@helioport/ui'
import { type Column, ListFrame } from '@helioport/ui/table'
import type enUS from '../../messages/en-US.ts'

const refetchMs = 30_000
const mostCommands = 5

/** The newest commands to the device, each linked to its page, with links to all commands and to a new one. */
export function LastCommands({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const texts = useListTexts()
  const columns = useCommandColumns()
  const commands = useEndpoint(
    'GET /commands',
    { query: { deviceId: device.id, pageSize: mostCommands } },
    { refetchMs },
  )
  const { data: scans = [] } = useEndpoint('GET /devices/:deviceId/iv-scans', {
    params: { deviceId: device.id },
    query: { pageSize: 1 },
  })
  const [scan] = scans
  if (commands.error && !commands.data) return null
  return (
    <ListFrame
      title={text('commands.title')}
      extra={
        <>
          {scan?.deviceId === device.id && (
            <LinkButton size="s" href={`#${paths.ivScan(scan.id)}`}>
              {text('commands.lastScan')}
            </LinkButton>
          )}
          <LinkButton size="s" href={`#${paths.commandList()}?device=${device.id}`}>
            {text('commands.all')}
          </LinkButton>
        </>
      }
      label={text('commands.title')}
      // The page above already shows the failed refresh.
      list={{ ...commands, data: commands.isPrevious ? undefined : commands.data, error: undefined }}
      texts={texts}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `#${paths.command(id)}`}
      empty={
        <Empty
          icon="functionSetting"
          title={text('commands.none')}
          action={
            <LinkButton href={`#${paths.functionSetting()}?station=${device.stationId}`}>
              {text('commands.set')}
            </LinkButton>
          }
        />
      }
      columns={columns}
    />
  )
}

/** Request, outcome, reason, person and time. */
function useCommandColumns(): Column<Command>[] {
  const text = useText<typeof enUS>('device')
  const status = useText('status')
  const settingText = useSettingText()
  const format = useFormat()
  return [
    {
      key: 'kind',
      title: text('commands.what'),
      card: 'title',
      render: ({ kind, setting }) => `${status(`commandKind.${kind}`)}${setting ? ` ${settingText(setting)}` : ''}`,
    },
    {
      key: 'state',
      title: text('column.status'),
      card: 'aside',
      render: ({ ended, counts: { failed, cancelled = 0, done } }) => {
        if (!ended) return <StatusTag look="plain" status="info" label={text('commands.open')} />
        if (cancelled > 0 && cancelled === failed && done === 0)
          return <StatusTag look="plain" status="offline" label={status('commandState.CANCELLED')} />
        return (
          <StatusTag
            look="plain"
            status={failed > 0 ? 'abnormal' : 'normal'}
            label={text(failed > 0 ? 'commands.failed' : 'commands.done')}
          />
        )
      },
    },
    { key: 'cause', title: text('commands.why'), render: ({ cause }) => status(`commandCause.${cause}`) },
    { key: 'by', title: text('commands.by'), render: ({ userName }) => userName ?? '–' },
    {
      key: 'at',
      title: text('commands.when'),
      render: ({ createdAt, timeZone }) => format.dateTime(createdAt, timeZone),
    },
  ]
}
