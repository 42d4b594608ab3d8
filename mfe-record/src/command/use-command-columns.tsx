import type { Command } from '@helioport/contract'
import { useFormat, useSettingText, useText } from '@helioport/i18n'
import { StatusTag, type StatusTone } from '@helioport/ui'
import type { Column } from '@helioport/ui/table'
import { Marked } from '../record/marked.tsx'
import styles from '../record/marked.module.css'
import type enUS from '../messages/en-US.ts'

type Outcome = 'open' | 'done' | 'partly' | 'partlyCancelled' | 'failed' | 'cancelled'

const tones: Readonly<Record<Outcome, StatusTone>> = {
  open: 'info',
  done: 'normal',
  partly: 'abnormal',
  partlyCancelled: 'offline',
  failed: 'abnormal',
  cancelled: 'offline',
}

/**
 * Outcome of a whole command; `partly`: on some of its devices; `cancelled`, `partlyCancelled`: a person cancelled the
 * rest.
 */
export function outcomeOf({ open, done, failed, cancelled = 0 }: Command['counts']): Outcome {
  if (open > 0) return 'open'
  if (failed === 0) return 'done'
  if (cancelled === failed) return done > 0 ? 'partlyCancelled' : 'cancelled'
  return done > 0 ? 'partly' : 'failed'
}

/** Columns of the record of commands; search terms are highlighted. */
export function useCommandColumns({ search, person }: { search: string; person: string }): Column<Command>[] {
  const text = useText<typeof enUS>('record')
  const status = useText('status')
  const settingText = useSettingText()
  const format = useFormat()
  return [
    {
      key: 'what',
      title: text('log.action'),
      card: 'title',
      width: 240,
      render: ({ kind, cause, setting, found = [] }) => (
        <>
          {[
            status(`commandKind.${kind}`),
            ...(setting ? [settingText(setting)] : []),
            ...(cause === 'person' ? [] : [`· ${status(`commandCause.${cause}`)}`]),
          ].join(' ')}
          {found.map(({ name, serial }) => (
            <small key={serial} className={styles['found']}>
              <bdi>
                <Marked hits={[search]}>{name}</Marked>
              </bdi>{' '}
              <bdi>
                <Marked hits={[search]}>{serial}</Marked>
              </bdi>
            </small>
          ))}
        </>
      ),
    },
    {
      key: 'outcome',
      title: text('log.outcome'),
      card: 'aside',
      width: 190,
      render: ({ counts, hold }) => {
        if (hold?.waits && counts.open > 0)
          return <StatusTag look="plain" status="standby" label={status(`commandHold.${hold.kind}`)} />
        const outcome = outcomeOf(counts)
        return (
          <StatusTag
            look="plain"
            status={tones[outcome]}
            label={outcome === 'cancelled' ? status('commandState.CANCELLED') : text(`command.${outcome}`)}
          />
        )
      },
    },
    {
      key: 'devices',
      title: text('command.devices'),
      align: 'end',
      width: 110,
      render: ({ counts: { done, total } }) => `${format.number(done)}/${format.number(total)}`,
    },
    {
      key: 'who',
      title: text('log.who'),
      width: 150,
      render: ({ userName }) =>
        userName === null ? text('command.byService') : <Marked hits={[search, person]}>{userName}</Marked>,
    },
    {
      key: 'station',
      title: text('column.station'),
      hideable: true,
      render: ({ stationName }) => <Marked hits={[search]}>{stationName}</Marked>,
    },
    {
      key: 'at',
      title: text('log.at'),
      width: 190,
      render: ({ createdAt, timeZone }) => format.dateTime(createdAt, timeZone),
    },
  ]
}
