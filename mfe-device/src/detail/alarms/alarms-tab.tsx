import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { type Alarm, defaultPageSize, type Device, lowLightAlarms, paths } from '@helioport/contract'
import { useAlarmText, useErrorText, useFormat, useTableTexts, useText } from '@helioport/i18n'
import { Card, Empty, ErrorState, LinkButton, StatusTag, urlPage, useNow, useUrlState } from '@helioport/ui'
import { DataTable } from '@helioport/ui/table'
import type enUS from '../../messages/en-US.ts'

const refetchMs = 30_000

const alarmFields = { page: urlPage }

/** The alarm episodes of one device; each leads to its explanation in the record. */
export function AlarmsTab({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const status = useText('status')
  const texts = useTableTexts()
  const errorText = useErrorText()
  const alarmText = useAlarmText()
  const format = useFormat()
  const now = useNow(60_000)
  const [{ page }, change] = useUrlState(alarmFields, useSearchParams())
  const alarms = useEndpoint(
    'GET /alarms',
    { query: { deviceId: device.id, view: 'episodes', page, pageSize: defaultPageSize } },
    { refetchMs },
  )
  const record = `#${paths.record()}?device=${device.id}`
  const rows = alarms.data?.filter((alarm) => alarm.deviceId === device.id)

  if (alarms.error && !rows) {
    return (
      <Card>
        <ErrorState {...errorText(alarms.error, alarms.refetch)} />
      </Card>
    )
  }
  return (
    <Card padding="none">
      <DataTable<Alarm>
        label={text('alarms.caption')}
        texts={texts}
        rows={rows ?? []}
        rowKey={(alarm) => alarm.id}
        rowHref={(alarm) => `${record}&page=${page}&alarm=${alarm.id}`}
        loading={!rows}
        fetching={alarms.isFetching && alarms.isPrevious}
        page={{
          number: page,
          size: defaultPageSize,
          total: alarms.total ?? 0,
          sizes: [defaultPageSize],
          onChange: (number) => change({ page: number }),
        }}
        empty={
          <Empty
            icon="checkCircle"
            title={text('alarms.none')}
            hint={text('alarms.noneHint')}
            action={<LinkButton href={`#${paths.record()}`}>{text('alarms.all')}</LinkButton>}
          />
        }
        columns={[
          {
            key: 'alarm',
            title: text('alarms.alarm'),
            card: 'title',
            width: 280,
            render: ({ code }) => `${code} ${alarmText(code)?.name ?? ''}`,
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
              [
                format.energy(lostEnergyKwh).text,
                ...(lostIncome === null ? [] : [format.money(lostIncome, currency)]),
              ].join(' · '),
          },
          {
            key: 'seen',
            title: text('alarms.seen'),
            render: ({ acknowledgedBy }) => acknowledgedBy ?? '–',
          },
        ]}
      />
    </Card>
  )
}
