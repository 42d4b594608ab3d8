import { useState } from 'react'
import type { CommandDetail, CommandStep } from '@helioport/contract'
import { useFormat, useSettingText, useTableTexts, useText } from '@helioport/i18n'
import { Card } from '@helioport/ui'
import { DataTable } from '@helioport/ui/table'
import { StateTag } from '../command/command-status.tsx'
import type enUS from '../messages/en-US.ts'
import styles from '../command/command.module.css'

const pageSize = 20

interface Row extends CommandStep {
  key: string
  device: string
}

/** The log of a command: the steps of all devices in order of time. It is append-only. */
export function CommandSteps({ command }: { command: CommandDetail }) {
  const text = useText<typeof enUS>('functions')
  const status = useText('status')
  const texts = useTableTexts()
  const settingText = useSettingText()
  const format = useFormat()
  const [page, setPage] = useState(1)
  const rows = command.devices
    .flatMap(({ deviceId, name, steps }) =>
      steps.map((step, i): Row => ({ ...step, key: `${deviceId} ${i}`, device: name })),
    )
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const by = (step: Row) => (step.by === 'person' ? (command.userName ?? text('by.person')) : text(`by.${step.by}`))
  const sinceBegin = (at: string) => (Date.parse(at) - Date.parse(command.createdAt)) / 1000

  return (
    <Card title={text('steps.title')} subtitle={text('steps.hint')} padding="none">
      <DataTable<Row>
        label={text('steps.title')}
        texts={texts}
        rows={rows.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={({ key }) => key}
        empty={null}
        {...(rows.length > pageSize && {
          page: { number: page, size: pageSize, total: rows.length, sizes: [pageSize], onChange: setPage },
        })}
        columns={[
          {
            key: 'at',
            title: text('commands.when'),
            width: 180,
            render: ({ at }) => (
              <span className={styles['what']}>
                {format.dateTime(at, command.timeZone)}
                <span className={styles['muted']}>+{format.quantity(sinceBegin(at), 's', 0).text}</span>
              </span>
            ),
          },
          { key: 'device', title: text('column.device'), card: 'title', width: 180, render: ({ device }) => device },
          {
            key: 'state',
            title: text('steps.step'),
            card: 'aside',
            width: 280,
            render: ({ state, reason }) => (
              <span className={styles['why']}>
                <StateTag kind={command.kind} state={state} reason={reason} />
                {reason !== null && <span className={styles['muted']}>{status(`commandReason.${reason}`)}</span>}
              </span>
            ),
          },
          {
            key: 'value',
            title: text('steps.value'),
            align: 'end',
            width: 150,
            render: ({ setting }) => settingText(setting),
          },
          {
            key: 'power',
            title: text('steps.power'),
            align: 'end',
            width: 180,
            render: ({ powerW, reactiveVar }) =>
              powerW === null ? '–' : `${format.power(powerW).text} · ${format.reactive(reactiveVar).text}`,
          },
          { key: 'by', title: text('commands.by'), width: 120, render: by },
        ]}
      />
    </Card>
  )
}
