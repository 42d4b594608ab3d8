import type { CommandDetail } from '@helioport/contract'
import { useTableTexts, useText } from '@helioport/i18n'
import { Card } from '@helioport/ui'
import { DataTable } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { useCommandDeviceColumns } from './use-command-device-columns.tsx'

interface CommandDevicesProps {
  command: CommandDetail
  /** Epoch ms. */
  now: number
}

/** Devices of a command: state, former, wanted and read-back value, and reported effect. */
export function CommandDevices({ command, now }: CommandDevicesProps) {
  const text = useText<typeof enUS>('functions')
  return (
    <Card padding="none">
      <DataTable
        label={text('kpi.devices')}
        texts={useTableTexts()}
        rows={command.devices}
        rowKey={({ deviceId }) => deviceId}
        empty={null}
        columns={useCommandDeviceColumns(command, now)}
      />
    </Card>
  )
}
