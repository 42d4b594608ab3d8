import { type Alarm, lowLightAlarms } from '@helioport/contract'
import { useAlarmText, useFormat, useText } from '@helioport/i18n'
import { StatusTag, useNow } from '@helioport/ui'
import type { Column } from '@helioport/ui/table'
import type enUS from '../../messages/en-US.ts'

/** Code, times, loss and care of an alarm. */
export function useAlarmColumns(): Column<Alarm>[] {
  const text = useText<typeof enUS>('device')
  const status = useText('status')
  const alarmText = useAlarmText()
  const format = useFormat()
  const now = useNow(60_000)
  return [
    {
      key: 'alarm',
      title: text('alarms.alarm'),
      card: 'title',
      width: 280,
      render: ({ code, mppt, string }) => {
        const place =
          mppt === null
            ? undefined
            : string === null
              ? text('alarms.ofTracker', { mppt })
              : text('alarms.ofString', { mppt, string })
        return [`${code} ${alarmText(code)?.name ?? ''}`, place].filter((part) => part !== undefined).join(' · ')
      },
    },
    {
      key: 'class',
      title: text('alarms.class'),
      card: 'aside',
      width: 140,
      render: (alarm) =>
        lowLightAlarms.has(alarm.code) ? (
          <StatusTag status="info" look="plain" label={text('alarms.lowLight')} />
        ) : (
          <StatusTag
            status={alarm.class === 'fault' ? 'abnormal' : 'info'}
            look="plain"
            label={status(`alarmClass.${alarm.class}`)}
          />
        ),
    },
    {
      key: 'raisedAt',
      title: text('alarms.raised'),
      render: ({ raisedAt, timeZone }) => format.dateTime(raisedAt, timeZone),
    },
    {
      key: 'clearedAt',
      title: text('alarms.cleared'),
      render: ({ clearedAt, timeZone }) =>
        clearedAt === null ? status('alarmState.open') : format.dateTime(clearedAt, timeZone),
    },
    {
      key: 'duration',
      title: text('alarms.duration'),
      align: 'end',
      render: ({ raisedAt, clearedAt }) =>
        format.duration((clearedAt === null ? now : Date.parse(clearedAt)) - Date.parse(raisedAt)),
    },
    {
      key: 'lost',
      title: text('alarms.lost'),
      align: 'end',
      render: ({ lostEnergyKwh, lostIncome, currency }) =>
        [format.energy(lostEnergyKwh).text, ...(lostIncome === null ? [] : [format.money(lostIncome, currency)])].join(
          ' · ',
        ),
    },
    {
      key: 'seen',
      title: text('alarms.seen'),
      render: ({ acknowledgedBy }) => acknowledgedBy ?? '–',
    },
  ]
}
