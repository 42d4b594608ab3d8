import { useEndpoint } from '@helioport/api-client'
import { type Device, paths } from '@helioport/contract'
import { useAlarmText, useFormat, useText } from '@helioport/i18n'
import { addDays, dayStart, iso } from '@helioport/time'
import { Icon, Row } from '@helioport/ui'
import type enUS from '../../messages/en-US.ts'

const mostMarks = 20

interface ParameterMarksProps {
  device: Device
  /** First and last local day. */
  from: string
  to: string
}

/** Alarms and commands of the days that are shown, by time; each opens. */
export function ParameterMarks({ device, from, to }: ParameterMarksProps) {
  const text = useText<typeof enUS>('device')
  const status = useText('status')
  const alarmText = useAlarmText()
  const format = useFormat()
  const span = { from: dayStart(from, device.timeZone), to: dayStart(addDays(to, 1), device.timeZone) }
  const { data: alarms = [] } = useEndpoint('GET /alarms', {
    query: {
      deviceId: device.id,
      view: 'episodes',
      from: iso(span.from),
      to: iso(span.to),
      pageSize: mostMarks,
    },
  })
  const { data: commands = [] } = useEndpoint('GET /commands', {
    query: { deviceId: device.id, pageSize: mostMarks },
  })
  const record = `#${paths.record()}?state=all&light=with&device=${device.id}`
  const marks = [
    ...alarms.map(({ id, code, raisedAt }) => ({
      key: id,
      icon: 'alarm' as const,
      at: Date.parse(raisedAt),
      label: `${code} ${alarmText(code)?.name ?? ''}`,
      href: `${record}&alarm=${id}`,
    })),
    ...commands.map(({ id, kind, createdAt }) => ({
      key: id,
      icon: 'functionSetting' as const,
      at: Date.parse(createdAt),
      label: status(`commandKind.${kind}`),
      href: `#${paths.command(id)}`,
    })),
  ]
    .filter(({ at }) => at < span.to && at >= span.from)
    .toSorted((a, b) => a.at - b.at)
  if (marks.length === 0) return null
  return (
    <nav aria-label={text('parameters.marks')}>
      <Row gap={3}>
        {marks.map(({ key, icon, at, label, href }) => (
          <a key={key} href={href}>
            <Icon name={icon} size={14} />{' '}
            {from === to ? format.time(at, device.timeZone) : format.dateTime(at, device.timeZone)} {label}
          </a>
        ))}
      </Row>
    </nav>
  )
}
