import { useEndpoint } from '@helioport/api-client'
import { type Device, maxPageSize, paths } from '@helioport/contract'
import { useAlarmText, useFormat, useText } from '@helioport/i18n'
import { addDays, dayAt, dayStart, iso } from '@helioport/time'
import { Icon, Row } from '@helioport/ui'
import type { BinEvent, ChartEvent } from '@helioport/ui/chart'
import type enUS from '../../messages/en-US.ts'
import styles from './charts-tab.module.css'

const refetchMs = 60_000

/** Maximum of links; further events are only marks in the chart. */
const mostLinks = 12

interface Days {
  device: Device
  /** First and last local day. */
  from: string
  to: string
}

export interface DeviceEvents {
  /** In order of time. */
  events: ChartEvent[]
  /** Number of alarms and commands; only the newest of each are marked. */
  total: number
}

/** Alarms, commands and replacements on the shown days, as links. Low-light alarms are no events. */
export function useDeviceEvents({ device, from, to }: Days): DeviceEvents {
  const text = useText<typeof enUS>('device')
  const status = useText('status')
  const alarmText = useAlarmText()
  const format = useFormat()
  const span = { from: dayStart(from, device.timeZone), to: dayStart(addDays(to, 1), device.timeZone) }
  const asked = { deviceId: device.id, from: iso(span.from), to: iso(span.to), pageSize: maxPageSize }
  const alarms = useEndpoint('GET /alarms', { query: { ...asked, view: 'episodes', lowLight: false } }, { refetchMs })
  const commands = useEndpoint('GET /commands', { query: asked }, { refetchMs })
  const serials = useEndpoint('GET /devices/:deviceId/serials', { params: { deviceId: device.id } })
  const nameOf = (at: number, what: string) =>
    `${from === to ? format.time(at, device.timeZone) : format.dateTime(at, device.timeZone)} ${what}`
  // Events of a former device or day are not shown while new ones load.
  const ofAlarms = alarms.isPrevious ? undefined : alarms
  const ofCommands = commands.isPrevious ? undefined : commands
  const ofSerials = serials.isPrevious ? [] : (serials.data ?? [])
  const events: (ChartEvent & { at: number })[] = [
    ...(ofAlarms?.data ?? []).map(({ id, code, raisedAt }) => ({
      icon: 'alarm' as const,
      at: Date.parse(raisedAt),
      label: nameOf(Date.parse(raisedAt), `${code} ${alarmText(code)?.name ?? ''}`),
      href: `#${paths.record()}?state=all&light=with&device=${device.id}&alarm=${id}`,
    })),
    ...(ofCommands?.data ?? []).map(({ id, kind, createdAt }) => ({
      icon: 'functionSetting' as const,
      at: Date.parse(createdAt),
      label: nameOf(Date.parse(createdAt), status(`commandKind.${kind}`)),
      href: `#${paths.command(id)}`,
    })),
  ]
  // From here on the curve is of another inverter.
  for (const { from: since, serial } of ofSerials) {
    if (since === null) continue
    const at = Date.parse(since)
    const href = `#${paths.device('information', device.memberId, device.id)}`
    events.push({ at, icon: 'device', label: nameOf(at, text('replace.mark', { serial })), href })
  }
  const shown = events.filter(({ at }) => at < span.to && at >= span.from).toSorted((a, b) => a.at - b.at)
  const more = [ofAlarms, ofCommands].map((list) => Math.max(0, (list?.total ?? 0) - (list?.data?.length ?? 0)))
  return { events: shown, total: shown.length + more.reduce((sum, count) => sum + count, 0) }
}

/** The events in bins that begin at the given local days. */
export const eventsInBins = (events: readonly ChartEvent[], starts: readonly string[], timeZone: string): BinEvent[] =>
  events.flatMap(({ at, ...event }) => {
    const day = dayAt(typeof at === 'number' ? at : Date.parse(at), timeZone)
    const bin = starts.findLastIndex((start) => start <= day)
    return bin < 0 ? [] : [{ ...event, bin }]
  })

/** The events as a list of links; says so where there are more. */
export function EventLinks({ device, events, total }: DeviceEvents & { device: Device }) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  if (events.length === 0) return null
  return (
    <nav className={styles['marks']} aria-label={text('parameters.marks')}>
      <Row gap={3}>
        {events.length <= mostLinks &&
          events.map(({ icon, label, href }) => (
            <a key={href} href={href}>
              <Icon name={icon} size={14} /> {label}
            </a>
          ))}
        {total > events.length && (
          <>
            <span>
              {text('parameters.marksMost', { shown: format.number(events.length), all: format.number(total) })}
            </span>
            <a href={`#${paths.device('alarms', device.memberId, device.id)}`}>{text('tab.alarms')}</a>
          </>
        )}
      </Row>
    </nav>
  )
}
