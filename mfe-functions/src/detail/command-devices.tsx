import { type CommandDetail, ivScanMs, paths } from '@helioport/contract'
import { useFormat, useTableTexts, useText } from '@helioport/i18n'
import { Bar, Card, LinkButton } from '@helioport/ui'
import { DataTable } from '@helioport/ui/table'
import { StateTag } from '../command/command-status.tsx'
import { usePowerFactorText } from '../command/power-factor.ts'
import type enUS from '../messages/en-US.ts'
import styles from '../command/command.module.css'

type Device = CommandDetail['devices'][number]

interface CommandDevicesProps {
  command: CommandDetail
  /** Epoch ms. */
  now: number
}

/** How it went at each inverter: state, value before, wanted and read back, and the effect that its logger told. */
export function CommandDevices({ command, now }: CommandDevicesProps) {
  const text = useText<typeof enUS>('functions')
  const texts = useTableTexts()
  const powerFactorText = usePowerFactorText()
  const isScan = command.kind === 'ivScan'

  return (
    <Card padding="none">
      <DataTable<Device>
        label={text('kpi.devices')}
        texts={texts}
        rows={command.devices}
        rowKey={({ deviceId }) => deviceId}
        empty={null}
        columns={[
          {
            key: 'name',
            title: text('column.device'),
            card: 'title',
            width: 220,
            render: ({ deviceId, name, model, serial, isCanary }) => (
              <span className={styles['what']}>
                <a href={`#${paths.device('information', command.memberId, deviceId)}`}>{name}</a>
                <span className={styles['muted']}>
                  {model} · {serial}
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
            render: (device) => <State command={command} device={device} now={now} />,
          },
          ...(isScan
            ? [
                {
                  key: 'curves',
                  title: text('scan.curves'),
                  width: 140,
                  render: ({ ivScanId }: Device) =>
                    ivScanId === null ? (
                      '–'
                    ) : (
                      <LinkButton size="s" href={`#${paths.ivScan(ivScanId)}`}>
                        {text('scan.show')}
                      </LinkButton>
                    ),
                },
              ]
            : [
                {
                  key: 'former',
                  title: text('command.former.value'),
                  align: 'end' as const,
                  width: 130,
                  render: ({ formerPowerFactor }: Device) => powerFactorText(formerPowerFactor),
                },
                {
                  key: 'wanted',
                  title: text('command.wanted'),
                  align: 'end' as const,
                  width: 130,
                  render: ({ powerFactor }: Device) => powerFactorText(powerFactor),
                },
                {
                  key: 'readBack',
                  title: text('command.readBack'),
                  align: 'end' as const,
                  width: 130,
                  render: ({ readBackPowerFactor }: Device) => (
                    <span data-read-back={readBackPowerFactor ?? undefined}>
                      {powerFactorText(readBackPowerFactor)}
                    </span>
                  ),
                },
                {
                  key: 'effect',
                  title: text('command.effect'),
                  align: 'end' as const,
                  width: 190,
                  render: (device: Device) => <Told device={device} />,
                },
              ]),
        ]}
      />
    </Card>
  )
}

/** State and reason; in the queue its place, in a scan how far it is. */
function State({ command, device, now }: { command: CommandDetail; device: Device; now: number }) {
  const text = useText<typeof enUS>('functions')
  const status = useText('status')
  const format = useFormat()
  const { state, reason, ahead, changedAt } = device
  const gone = now - Date.parse(changedAt)
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
          <Bar tone="brand" share={gone / ivScanMs} label={text('scan.progress')} />
          <span className={styles['muted']}>
            {text('scan.elapsed', { gone: format.duration(Math.max(gone, 0)), all: format.duration(ivScanMs) })}
          </span>
        </span>
      )}
    </span>
  )
}

/** Active and reactive power before it was written and when it was read back. */
function Told({ device }: { device: Device }) {
  const format = useFormat()
  const told = device.steps.filter(({ reactiveVar }) => reactiveVar !== null)
  const [before, after] = [told[0], told.at(-1)]
  if (!before || !after || before === after) return '–'
  return (
    <span className={styles['what']} data-reactive={after.reactiveVar}>
      <span className={styles['number']}>
        P {format.power(before.powerW).text} → {format.power(after.powerW).text}
      </span>
      <span className={styles['number']}>
        Q {format.reactive(before.reactiveVar).text} → {format.reactive(after.reactiveVar).text}
      </span>
    </span>
  )
}
