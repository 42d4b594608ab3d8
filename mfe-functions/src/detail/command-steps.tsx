import { useState } from 'react'
import type { CommandDetail, CommandStep } from '@helioport/contract'
import { useFormat, useSettingText, useTableTexts, useText } from '@helioport/i18n'
import { Card, StatusTag } from '@helioport/ui'
import { DataTable } from '@helioport/ui/table'
import { StateTag } from '../command/command-status.tsx'
import type enUS from '../messages/en-US.ts'
import styles from './command-steps.module.css'
import { type Moment, momentsOf } from './moments.ts'

const pageSize = 20
type Device = CommandDetail['devices'][number]

/** Append-only log of a command: one time line per device. */
export function CommandSteps({ command }: { command: CommandDetail }) {
  const text = useText<typeof enUS>('functions')
  const texts = useTableTexts()
  const [page, setPage] = useState(1)
  const { devices } = command
  return (
    <Card title={text('steps.title')} subtitle={text('steps.hint')} padding="none">
      <DataTable<Device>
        label={text('steps.title')}
        texts={texts}
        rows={devices.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={({ deviceId }) => deviceId}
        empty={null}
        {...(devices.length > pageSize && {
          page: { number: page, size: pageSize, total: devices.length, sizes: [pageSize], onChange: setPage },
        })}
        columns={[
          { key: 'device', title: text('column.device'), card: 'title', width: 180, render: ({ name }) => name },
          { key: 'steps', title: text('steps.line'), render: (device) => <Line {...{ command, device }} /> },
        ]}
      />
    </Card>
  )
}

/** Time line of a device: the first entry with its time, the others with the time since the previous entry. */
function Line({ command, device }: { command: CommandDetail; device: Device }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const moments = momentsOf(command, device)
  const when = ({ at }: Moment, before: Moment | undefined) => {
    if (!before) return format.dateTime(at, command.timeZone)
    const ms = Date.parse(at) - Date.parse(before.at)
    if (ms < 1000) return text('steps.atOnce')
    return `+${ms < 120_000 ? format.quantity(ms / 1000, 's', 0).text : format.duration(ms)}`
  }
  return (
    <ol className={styles['line']}>
      {moments.map((moment, nth) => {
        const at = when(moment, moments[nth - 1])
        return (
          <li key={`${moment.what} ${moment.at} ${nth}`} className={styles['step']}>
            {moment.what === 'step' ? (
              <Step command={command} step={moment.step} before={moment.before} when={at} />
            ) : (
              <Whole moment={moment} when={at} />
            )}
          </li>
        )
      })}
    </ol>
  )
}

const wholeTones = { approved: 'normal', rejected: 'offline', waited: 'info', back: 'info' } as const

/** An event of the whole command. */
function Whole({ moment, when }: { moment: Exclude<Moment, { what: 'step' }>; when: string }) {
  const text = useText<typeof enUS>('functions')
  const { what, by } = moment
  // An approval or rejection without a person: the account was deleted.
  const isByPerson = what === 'approved' || what === 'rejected'
  return (
    <>
      <StatusTag status={wholeTones[what]} look="plain" label={text(`steps.${what}`)} />
      <span className={styles['muted']}>
        {when} · {by ?? text(isByPerson ? 'by.person' : 'by.service')}
      </span>
    </>
  )
}

interface StepProps {
  command: CommandDetail
  step: CommandStep
  before: CommandStep | undefined
  when: string
}

/** Setting and output are shown only where they changed. */
function Step({ command, step, before, when }: StepProps) {
  const text = useText<typeof enUS>('functions')
  const status = useText('status')
  const settingText = useSettingText()
  const format = useFormat()
  const { state, reason, setting, powerW, reactiveVar } = step
  const by = step.by === 'person' ? (command.userName ?? text('by.person')) : text(`by.${step.by}`)
  const value = setting && settingText(setting)
  const isNews = value !== null && value !== (before?.setting ? settingText(before.setting) : undefined)
  return (
    <>
      <StateTag kind={command.kind} state={state} reason={reason} />
      <span className={styles['muted']}>
        {when} · {by}
      </span>
      {reason !== null && <span className={styles['muted']}>{status(`commandReason.${reason}`)}</span>}
      {isNews && <span>{value}</span>}
      {powerW !== null && (
        <span className={styles['muted']}>
          P {format.power(powerW).text} · Q {format.reactive(reactiveVar).text}
        </span>
      )}
    </>
  )
}
