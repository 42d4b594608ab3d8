import { useEndpoint } from '@helioport/api-client'
import { type Device, paths } from '@helioport/contract'
import { useAlarmText, useFormat, useText } from '@helioport/i18n'
import { addDays, dayStart, iso } from '@helioport/time'
import { Icon, Row } from '@helioport/ui'
import type { ChartEvent } from '@helioport/ui/chart'
import type enUS from '../../messages/en-US.ts'

const mostMarks = 20

interface Days {
  device: Device
  /** First and last local day. */
  from: string
  to: string
}

/** Alarms and commands of the days that are shown, by time; each opens. What weak light raises every dawn is no event. */
export function useDeviceEvents({ device, from, to }: Days): ChartEvent[] {
  const status = useText('status')
  const alarmText = useAlarmText()
  const format = useFormat()
  const span = { from: dayStart(from, device.timeZone), to: dayStart(addDays(to, 1), device.timeZone) }
  const { data: alarms = [] } = useEndpoint('GET /alarms', {
    query: {
      deviceId: device.id,
      view: 'episodes',
      lowLight: false,
      from: iso(span.from),
      to: iso(span.to),
      pageSize: mostMarks,
    },
  })
  const { data: commands = [] } = useEndpoint('GET /commands', {
    query: { deviceId: device.id, from: iso(span.from), to: iso(span.to), pageSize: mostMarks },
  })
  const record = `#${paths.record()}?state=all&light=with&device=${device.id}`
  const nameOf = (at: number, what: string) =>
    `${from === to ? format.time(at, device.timeZone) : format.dateTime(at, device.timeZone)} ${what}`
  return [
    ...alarms.map(({ id, code, raisedAt }) => ({
      icon: 'alarm' as const,
      at: Date.parse(raisedAt),
      label: nameOf(Date.parse(raisedAt), `${code} ${alarmText(code)?.name ?? ''}`),
      href: `${record}&alarm=${id}`,
    })),
    ...commands.map(({ id, kind, createdAt }) => ({
      icon: 'functionSetting' as const,
      at: Date.parse(createdAt),
      label: nameOf(Date.parse(createdAt), status(`commandKind.${kind}`)),
      href: `#${paths.command(id)}`,
    })),
  ]
    .filter(({ at }) => at < span.to && at >= span.from)
    .toSorted((a, b) => a.at - b.at)
}

/** The same as a list of links. */
export function EventLinks({ events }: { events: readonly ChartEvent[] }) {
  const text = useText<typeof enUS>('device')
  if (events.length === 0) return null
  return (
    <nav aria-label={text('parameters.marks')}>
      <Row gap={3}>
        {events.map(({ icon, label, href }) => (
          <a key={href} href={href}>
            <Icon name={icon} size={14} /> {label}
          </a>
        ))}
      </Row>
    </nav>
  )
}
