import { type CommandKind, paths } from '@helioport/contract'
import { useAgeBadge, useFormat, useStatusText, useText } from '@helioport/i18n'
import { AgeBadge, Figure, StatusTag, useNow } from '@helioport/ui'
import type { Column } from '@helioport/ui/table'
import { usePowerFactorText } from '../command/power-factor.ts'
import type enUS from '../messages/en-US.ts'
import type { Candidate, Obstacle } from './readiness.ts'
import { useReasonText } from './use-reason-text.ts'
import styles from './choice.module.css'

export interface CandidateChoice {
  /** Ids of the chosen devices. */
  chosen: ReadonlySet<string>
  canChoose: (candidate: Candidate) => boolean
  onToggle: (deviceId: string) => void
}

/** Columns of the candidates; the first one holds the checkbox. */
export function useCandidateColumns(
  kind: CommandKind,
  choice: CandidateChoice,
  isOneStation: boolean,
): Column<Candidate>[] {
  const text = useText<typeof enUS>('functions')
  const statusText = useStatusText()
  const nowColumns = useNowColumns()
  return [
    {
      key: 'name',
      title: text('column.device'),
      card: 'title',
      width: 240,
      render: (candidate) => <CandidateBox candidate={candidate} choice={choice} />,
    },
    {
      key: 'readiness',
      title: text('column.readiness'),
      width: 120,
      render: ({ obstacles }) => <Readiness kind={kind} obstacles={obstacles} />,
    },
    {
      key: 'status',
      title: text('column.status'),
      card: 'aside',
      width: 90,
      render: ({ device }) => <StatusTag status={device.status} look="plain" {...statusText(device.status)} />,
    },
    ...(isOneStation
      ? []
      : [
          {
            key: 'station',
            title: text('column.station'),
            width: 150,
            hideable: true,
            card: 'line' as const,
            render: ({ device }: Candidate) => device.stationName,
          },
        ]),
    ...nowColumns,
  ]
}

/** Present power and power factor, and their age. */
function useNowColumns(): Column<Candidate>[] {
  const text = useText<typeof enUS>('functions')
  const ageOf = useAgeBadge()
  const powerFactorText = usePowerFactorText()
  const format = useFormat()
  const now = useNow(60_000)
  return [
    {
      key: 'powerW',
      title: text('column.power'),
      align: 'end',
      card: 'line',
      width: 100,
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
      card: 'line',
      width: 90,
      hideable: true,
      render: ({ device }) => <AgeBadge {...ageOf(device, now)} />,
    },
  ]
}

/** Checkbox of a device with its name, model and serial number. */
function CandidateBox({ candidate, choice }: { candidate: Candidate; choice: CandidateChoice }) {
  const text = useText<typeof enUS>('functions')
  const { deviceId, memberId, name, model, serial } = candidate.device
  const isChosen = choice.chosen.has(deviceId)
  return (
    <span className={styles['choice']}>
      <input
        type="checkbox"
        className={styles['box']}
        checked={isChosen}
        disabled={!isChosen && !choice.canChoose(candidate)}
        aria-label={text('choose', { name })}
        onChange={() => choice.onToggle(deviceId)}
      />
      <span className={styles['name']}>
        <a href={`#${paths.device('information', memberId, deviceId)}`}>{name}</a>
        <span className={styles['muted']}>
          {model} · <span className={styles['whole']}>{serial}</span>
        </span>
      </span>
    </span>
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

/** "Ready", or the names of all obstacles. */
function Readiness({ kind, obstacles }: { kind: CommandKind; obstacles: readonly Obstacle[] }) {
  const text = useText<typeof enUS>('functions')
  const reasonOf = useReasonText(kind)
  if (obstacles.length === 0) return <StatusTag status="normal" look="plain" label={text('ready')} />
  return (
    <span className={styles['obstacles']} data-obstacles={obstacles.join(' ')}>
      {obstacles.map((obstacle) => (
        <StatusTag
          key={obstacle}
          status={tones[obstacle]}
          look="plain"
          label={text(`obstacle.${obstacle}`)}
          reason={reasonOf(obstacle)}
        />
      ))}
    </span>
  )
}
