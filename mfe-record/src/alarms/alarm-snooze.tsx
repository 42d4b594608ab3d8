import { useSend, useWholeList } from '@helioport/api-client'
import type { Alarm } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Button, Menu, Row } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'

const dayMs = 86_400_000
const snoozeDays = [1, 7, 30] as const
const refreshes = ['GET /alarms', 'GET /alarm-snoozes'] as const

interface AlarmSnoozeProps {
  alarm: Alarm
  /** Runs a write; shows a toast if it fails. */
  attempt: (work: () => Promise<unknown>) => void
}

/** Snoozes alarms of this code for some days, for the device or its whole station, and ends a snooze. */
export function AlarmSnooze({ alarm, attempt }: AlarmSnoozeProps) {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const { code, stationId, deviceId, snoozedUntil, timeZone } = alarm
  const snoozes = useWholeList('GET /alarm-snoozes', {})
  const snooze = useSend('POST /alarm-snoozes', { refreshes })
  const wake = useSend('DELETE /alarm-snoozes/:alarmSnoozeId', { refreshes })
  const own = (snoozes.data ?? []).filter(
    (one) => one.code === code && one.stationId === stationId && (one.deviceId === null || one.deviceId === deviceId),
  )
  const sleep = (where: string | null, days: number) =>
    attempt(() =>
      snooze.send({
        body: { code, stationId, deviceId: where, until: new Date(Date.now() + days * dayMs).toISOString() },
      }),
    )
  const choices = [
    { where: deviceId, key: 'care.snoozeDevice' },
    { where: null, key: 'care.snoozeStation' },
  ] as const

  return (
    <Row justify="between">
      <span>
        {snoozedUntil === null
          ? text('care.awake', { code })
          : text('care.snoozed', { code, time: format.dateTime(snoozedUntil, timeZone) })}
      </span>
      {own.length > 0 ? (
        <Button
          size="s"
          busy={wake.isSending}
          onClick={() => attempt(() => Promise.all(own.map(({ id }) => wake.send({ params: { alarmSnoozeId: id } }))))}
        >
          {text('care.wake')}
        </Button>
      ) : (
        <Menu
          trigger={text('care.snooze')}
          label={text('care.snooze')}
          items={choices.flatMap(({ where, key }, i) =>
            snoozeDays.map((days) => ({
              key: `${key} ${days}`,
              label: text(key, { time: format.duration(days * dayMs) }),
              divided: i > 0 && days === snoozeDays[0],
              onSelect: () => sleep(where, days),
            })),
          )}
        />
      )}
    </Row>
  )
}
