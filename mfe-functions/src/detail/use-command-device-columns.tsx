import { type CommandDetail, ivScanMs, paths } from '@helioport/contract'
import { useFormat, useSettingText, useText } from '@helioport/i18n'
import { Bar, LinkButton } from '@helioport/ui'
import type { Column } from '@helioport/ui/table'
import { StateTag } from '../command/command-status.tsx'
import styles from '../command/command.module.css'
import { rawText } from '../command/raw-text.ts'
import type enUS from '../messages/en-US.ts'

type CommandDevice = CommandDetail['devices'][number]

/** Columns of a command's devices, different for scans and settings. `now` is epoch ms. */
export function useCommandDeviceColumns(command: CommandDetail, now: number): Column<CommandDevice>[] {
  const text = useText<typeof enUS>('functions')
  const scanColumns = useScanColumns()
  const settingColumns = useSettingColumns()
  return [
    {
      key: 'name',
      title: text('column.device'),
      card: 'title',
      width: 260,
      render: ({ deviceId, name, model, serial, isCanary }) => (
        <span className={styles['what']}>
          <a href={`#${paths.device('information', command.memberId, deviceId)}`}>{name}</a>
          <span className={styles['muted']}>
            {model} · <span className={styles['whole']}>{serial}</span>
          </span>
          {isCanary && <span className={styles['muted']}>{text('command.canary')}</span>}
        </span>
      ),
    },
    {
      key: 'state',
      title: text('column.status'),
      card: 'aside',
      width: 260,
      render: (device) => <DeviceState command={command} device={device} now={now} />,
    },
    ...(command.kind === 'ivScan' ? scanColumns : settingColumns),
  ]
}

function useScanColumns(): Column<CommandDevice>[] {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  return [
    {
      key: 'curves',
      title: text('scan.curves'),
      width: 180,
      render: ({ ivScanId, strings }) =>
        ivScanId === null ? (
          '–'
        ) : (
          <span className={styles['what']}>
            <LinkButton size="s" href={`#${paths.ivScan(ivScanId)}`}>
              {text('scan.show')}
            </LinkButton>
            {strings && (
              <span className={styles['muted']}>
                {text('scan.strings.done', { done: format.number(strings.done), all: format.number(strings.all) })}
              </span>
            )}
          </span>
        ),
    },
  ]
}

/** Former, wanted and read-back value, and the effect. */
function useSettingColumns(): Column<CommandDevice>[] {
  const text = useText<typeof enUS>('functions')
  const settingText = useSettingText()
  return [
    {
      key: 'former',
      title: text('command.former.value'),
      align: 'end',
      width: 130,
      render: ({ formerSetting }) => settingText(formerSetting),
    },
    {
      key: 'wanted',
      title: text('command.wanted'),
      align: 'end',
      width: 130,
      render: ({ setting, raw }) => <WithRaw value={settingText(setting)} raw={raw} />,
    },
    {
      key: 'readBack',
      title: text('command.readBack'),
      align: 'end',
      width: 130,
      render: ({ readBackPowerFactor, readBackSetting, readBackRaw }) => (
        <span data-read-back={readBackPowerFactor ?? undefined}>
          <WithRaw value={settingText(readBackSetting)} raw={readBackRaw} />
        </span>
      ),
    },
    {
      key: 'effect',
      title: text('command.effect'),
      align: 'end',
      width: 190,
      render: (device) => <ReportedEffect device={device} />,
    },
  ]
}

/** A value in words with its signed register value. */
function WithRaw({ value, raw }: { value: string; raw: number | null }) {
  const text = useText<typeof enUS>('functions')
  if (raw === null) return value
  return (
    <span className={styles['what']}>
      <span>{value}</span>
      <span className={styles['muted']}>{text('raw.register', { value: rawText(raw) })}</span>
    </span>
  )
}

/** State and reason of a device; its position in the queue, or the progress of its scan. */
function DeviceState({ command, device, now }: { command: CommandDetail; device: CommandDevice; now: number }) {
  const text = useText<typeof enUS>('functions')
  const status = useText('status')
  const format = useFormat()
  const { state, reason, ahead, changedAt } = device
  const passedMs = now - Date.parse(changedAt)
  return (
    <span className={styles['why']} data-state={state} data-reason={reason ?? undefined}>
      <StateTag kind={command.kind} state={state} reason={reason} />
      {reason !== null && <span className={styles['muted']}>{status(`commandReason.${reason}`)}</span>}
      {ahead !== null && ahead > 0 && (
        <span className={styles['muted']}>
          {text('command.ahead', { count: ahead, number: format.number(ahead), logger: device.loggerSerial })}
        </span>
      )}
      {command.kind === 'ivScan' && state === 'DELIVERED' && (
        <span className={styles['scanning']}>
          <Bar
            tone="brand"
            share={device.strings ? device.strings.done / device.strings.all : passedMs / ivScanMs}
            label={text('scan.progress')}
          />
          {device.strings && (
            <span className={styles['muted']}>
              {text('scan.strings.done', {
                done: format.number(device.strings.done),
                all: format.number(device.strings.all),
              })}
            </span>
          )}
          {device.stopping && <span className={styles['muted']}>{text('scan.stopping')}</span>}
          <span className={styles['muted']}>
            {text('scan.elapsed', { gone: format.duration(Math.max(passedMs, 0)), all: format.duration(ivScanMs) })}
          </span>
        </span>
      )}
    </span>
  )
}

/** Active and reactive power before the write and at the read-back. */
function ReportedEffect({ device }: { device: CommandDevice }) {
  const format = useFormat()
  const reported = device.steps.filter(({ reactiveVar }) => reactiveVar !== null)
  const [before, after] = [reported[0], reported.at(-1)]
  if (!before || !after || before === after) return '–'
  return (
    <span className={styles['what']} data-active={after.powerW} data-reactive={after.reactiveVar}>
      <span className={styles['number']}>
        P {format.power(before.powerW).text} → {format.power(after.powerW).text}
      </span>
      <span className={styles['number']}>
        Q {format.reactive(before.reactiveVar).text} → {format.reactive(after.reactiveVar).text}
      </span>
    </span>
  )
}
