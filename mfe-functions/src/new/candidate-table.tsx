import type { ReactNode } from 'react'
import { paths } from '@helioport/contract'
import { useAgeBadge, useFormat, useStatusText, useTableTexts, useText } from '@helioport/i18n'
import { AgeBadge, Card, Figure, StatusTag, useNow } from '@helioport/ui'
import { DataTable, type PageState } from '@helioport/ui/table'
import { usePowerFactorText } from '../command/power-factor.ts'
import type enUS from '../messages/en-US.ts'
import type { Candidate, Obstacle } from './readiness.ts'
import styles from './choice.module.css'

interface DeviceTableProps {
  /** Undefined: on their way. */
  candidates: readonly Candidate[] | undefined
  /** Devices, by id, that are chosen. */
  chosen: ReadonlySet<string>
  canChoose: (candidate: Candidate) => boolean
  onToggle: (deviceId: string) => void
  /** The station is one and the same: it needs no column. */
  oneStation: boolean
  fetching: boolean
  empty: ReactNode
  page: PageState
}

/** Inverters to choose from; what cannot be chosen says why. */
export function DeviceTable(props: DeviceTableProps) {
  const { candidates, chosen, canChoose, onToggle, oneStation, fetching, empty, page } = props
  const text = useText<typeof enUS>('functions')
  const texts = useTableTexts()
  const statusText = useStatusText()
  const ageOf = useAgeBadge()
  const powerFactorText = usePowerFactorText()
  const format = useFormat()
  const now = useNow(60_000)

  return (
    <Card padding="none">
      <DataTable<Candidate>
        label={text('caption')}
        texts={texts}
        storageKey="functions.devices"
        rows={candidates ?? []}
        rowKey={({ device }) => device.deviceId}
        loading={candidates === undefined}
        fetching={fetching}
        empty={empty}
        page={page}
        columns={[
          {
            key: 'name',
            title: text('column.device'),
            card: 'title',
            width: 230,
            render: (candidate) => {
              const { deviceId, memberId, name, model, serial } = candidate.device
              return (
                <span className={styles['choice']}>
                  <input
                    type="checkbox"
                    className={styles['box']}
                    checked={chosen.has(deviceId)}
                    disabled={!chosen.has(deviceId) && !canChoose(candidate)}
                    aria-label={text('choose', { name })}
                    onChange={() => onToggle(deviceId)}
                  />
                  <span className={styles['name']}>
                    <a href={`#${paths.device('information', memberId, deviceId)}`}>{name}</a>
                    <span className={styles['muted']}>
                      {model} · {serial}
                    </span>
                  </span>
                </span>
              )
            },
          },
          {
            key: 'readiness',
            title: text('column.readiness'),
            width: 140,
            render: ({ obstacles }) => <Readiness obstacles={obstacles} />,
          },
          {
            key: 'status',
            title: text('column.status'),
            card: 'aside',
            width: 100,
            render: ({ device }) => <StatusTag status={device.status} look="plain" {...statusText(device.status)} />,
          },
          ...(oneStation
            ? []
            : [
                {
                  key: 'station',
                  title: text('column.station'),
                  width: 160,
                  hideable: true,
                  render: ({ device }: Candidate) => device.stationName,
                },
              ]),
          {
            key: 'powerW',
            title: text('column.power'),
            align: 'end',
            width: 110,
            hideable: true,
            render: ({ device }) => {
              const { value, unit } = format.power(device.powerW)
              return <Figure value={value} unit={unit} />
            },
          },
          {
            key: 'powerFactor',
            title: text('column.powerFactor'),
            align: 'end',
            width: 140,
            hideable: true,
            render: ({ device }) => powerFactorText(device.powerFactor),
          },
          {
            key: 'age',
            title: text('column.age'),
            width: 100,
            hideable: true,
            render: ({ device }) => <AgeBadge {...ageOf(device, now)} />,
          },
        ]}
      />
    </Card>
  )
}

const tones = {
  noRight: 'info',
  fault: 'abnormal',
  offline: 'offline',
  uninitialized: 'info',
  busy: 'info',
  unsupported: 'info',
} as const satisfies Record<Obstacle, string>

/** Ready, or every obstacle by name. */
function Readiness({ obstacles }: { obstacles: readonly Obstacle[] }) {
  const text = useText<typeof enUS>('functions')
  if (obstacles.length === 0) return <StatusTag status="normal" look="plain" label={text('ready')} />
  return (
    <span className={styles['obstacles']} data-obstacles={obstacles.join(' ')}>
      {obstacles.map((obstacle) => (
        <StatusTag
          key={obstacle}
          status={tones[obstacle]}
          look="plain"
          label={text(`obstacle.${obstacle}`)}
          reason={text(`obstacle.${obstacle}.reason`)}
        />
      ))}
    </span>
  )
}
