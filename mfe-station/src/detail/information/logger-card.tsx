import { Suspense, useState } from 'react'
import { useWholeList } from '@helioport/api-client'
import { type Logger, paths, type Station } from '@helioport/contract'
import { useErrorText, useFormat, useTableTexts } from '@helioport/i18n'
import { Button, Card, Empty, ErrorState, StatusTag } from '@helioport/ui'
import { DataTable } from '@helioport/ui/table'
import { ConnectLink } from '../../station/connect-link.tsx'
import { hrefOf } from '../../station/href.ts'
import { useOwnerText } from '../../station/owner-texts.ts'
import { lazyWithTroubles } from '../../station/trouble-texts.ts'
import { useTabText } from '../tab-texts.ts'
import styles from './information.module.css'
import { LoggerActions } from './logger-actions.tsx'
import { LoggerKeys } from './logger-keys.tsx'

const GatewaySetup = lazyWithTroubles(() => import('./gateway-setup.tsx'))

/** Smaller clock offsets, s, do not visibly shift frames into another 5-minute interval. */
const noticedOffsetS = 30

/** The loggers of the station: last contact, clock, and access to their keys. */
export function LoggerCard({ station, now }: { station: Station; now: number }) {
  const text = useOwnerText()
  const texts = useTableTexts()
  const errorText = useErrorText()
  const format = useFormat()
  const [open, setOpen] = useState<Logger>()
  const [isSetUp, setUp] = useState<Logger>()
  const loggers = useWholeList('GET /loggers', { query: { stationId: station.id } })
  // A logger that waits for a station may be the one that is missing here.
  const waiting = useWholeList('GET /loggers', { query: { waiting: true } })
  const own = [...(loggers.data ?? []), ...(waiting.data ?? [])]

  if (loggers.error && !loggers.data)
    return (
      <Card title={text('logger.title')}>
        <ErrorState {...errorText(loggers.error, loggers.refetch)} />
      </Card>
    )
  return (
    <Card title={text('logger.title')} padding="none" extra={own.length > 0 && <ConnectLink station={station} />}>
      <DataTable
        label={text('logger.title')}
        texts={texts}
        rows={own}
        rowKey={({ id }) => id}
        loading={loggers.isLoading}
        empty={<Empty icon="logger" title={text('logger.none')} action={<ConnectLink station={station} />} />}
        columns={[
          { key: 'serial', title: text('device.serial'), card: 'title', render: ({ serial }) => serial },
          {
            key: 'station',
            title: text('logger.place'),
            render: ({ stationId }) => text(stationId === null ? 'logger.waits' : 'logger.here'),
          },
          {
            key: 'devices',
            title: text('section.devices'),
            align: 'end',
            render: ({ devices }) => format.number(devices),
          },
          {
            key: 'heard',
            title: text('logger.heard'),
            render: (logger) => <Heard logger={logger} station={station} now={now} />,
          },
          { key: 'clock', title: text('logger.clock'), render: (logger) => <Clock logger={logger} /> },
          { key: 'firmware', title: text('logger.firmware'), render: ({ firmware }) => firmware ?? '–' },
          {
            key: 'keys',
            title: '',
            align: 'end',
            render: (logger) => <Actions logger={logger} onSetUp={setUp} onKeys={setOpen} />,
          },
        ]}
      />
      <Suspense fallback={null}>
        {isSetUp && <GatewaySetup logger={isSetUp} now={now} onClose={() => setUp(undefined)} />}
      </Suspense>
      {open && <LoggerKeys logger={open} now={now} onClose={() => setOpen(undefined)} />}
    </Card>
  )
}

interface ActionsProps {
  logger: Logger
  onSetUp: (logger: Logger) => void
  onKeys: (logger: Logger) => void
}

function Actions({ logger, onSetUp, onKeys }: ActionsProps) {
  const text = useOwnerText()
  const { serial, firmware } = logger
  return (
    <span className={styles['confirm']}>
      {firmware?.startsWith('helioport-gateway') && (
        <Button
          size="s"
          kind="text"
          icon="settings"
          label={text('gateway.of', { serial })}
          onClick={() => onSetUp(logger)}
        >
          {text('gateway.setUp')}
        </Button>
      )}
      <Button size="s" kind="text" icon="lock" label={text('logger.keysOf', { serial })} onClick={() => onKeys(logger)}>
        {text('logger.keys')}
      </Button>
      <LoggerActions logger={logger} />
    </span>
  )
}

type Code = NonNullable<Logger['refused']>['code']
const nameOf = (code: Code) => code.slice('row.'.length) as Code extends `row.${infer Name}` ? Name : never

/** Last contact of the logger, its backlog, and what a person has to do. */
function Heard({ logger, station, now }: { logger: Logger; station: Station; now: number }) {
  const text = useOwnerText()
  const format = useFormat()
  const values = useTabText()
  const { lastBatchAt, rowsBeforeStart, backlogRows, foundDevices, refused, keptAside } = logger
  return (
    <span className={styles['worth']}>
      {lastBatchAt === null ? text('logger.never') : format.ago(lastBatchAt, now)}
      {(backlogRows ?? 0) > 0 && (
        <span className={styles['small']}>{text('logger.backlog', { count: backlogRows ?? 0 })}</span>
      )}
      {foundDevices > 0 && (
        <a className={styles['small']} href={hrefOf(paths.stationConnect(station.memberId, station.id))}>
          {text('logger.found', { count: foundDevices })}
        </a>
      )}
      {refused && (
        <Reasons
          title={text('logger.refused', {
            count: refused.rows,
            rows: format.number(refused.rows),
            day: format.date(refused.since, station.timeZone),
          })}
          reasons={refused.reasons.map(({ code, rows }) => ({ why: text(`row.${nameOf(code)}`), rows }))}
        />
      )}
      {keptAside.length > 0 && (
        <Reasons
          title={text('logger.keptAside')}
          reasons={keptAside.map(({ reason, rows }) => ({ why: values(`aside.${reason}`), rows }))}
        />
      )}
      {rowsBeforeStart > 0 && (
        <span className={styles['small']}>
          {text('logger.early', {
            count: rowsBeforeStart,
            rows: format.number(rowsBeforeStart),
            day: format.date(station.installedOn),
          })}
        </span>
      )}
    </span>
  )
}

/** Number of rows for each reason. */
function Reasons({ title, reasons }: { title: string; reasons: readonly { why: string; rows: number }[] }) {
  const format = useFormat()
  return (
    <span className={styles['small']}>
      {title}
      <ul className={styles['reasons']}>
        {reasons.map(({ why, rows }) => (
          <li key={why}>
            {format.number(rows)} · {why}
          </li>
        ))}
      </ul>
    </span>
  )
}

/** Offset of the clock and its direction; and the meaning of the logger's times, if unusual. */
function Clock({ logger }: { logger: Logger }) {
  const text = useOwnerText()
  const { stamp, isStampFound, clockOffsetS } = logger
  const times = stamp === 'end' && text(isStampFound ? 'logger.endsFound' : 'logger.ends')
  return (
    <span className={styles['worth']}>
      <Offset offsetS={clockOffsetS} />
      {times && <span className={styles['small']}>{times}</span>}
    </span>
  )
}

function Offset({ offsetS }: { offsetS: number | null }) {
  const text = useOwnerText()
  const format = useFormat()
  if (offsetS === null) return '–'
  if (Math.abs(offsetS) < noticedOffsetS) return text('logger.clockRight')
  const by = format.duration(Math.abs(offsetS) * 1000)
  return (
    <StatusTag
      status="abnormal"
      look="plain"
      label={text(offsetS > 0 ? 'logger.clockAhead' : 'logger.clockBehind', { by })}
    />
  )
}
