import { useSearchParams } from 'react-router-dom'
import { paths } from '@helioport/contract'
import { useEndpoint } from '@helioport/api-client'
import { useAlarmText, useErrorText, useFormat, useTableTexts, useText } from '@helioport/i18n'
import { Card, Empty, ErrorState, Segmented, StatusTag, Toolbar, urlChoice, urlPage, useUrlState } from '@helioport/ui'
import { DataTable } from '@helioport/ui/table'
import { hrefOf } from '../../station/href.ts'
import { useStationText } from '../../station/use-station-text.ts'
import { pollMs } from '../../station/use-stations.ts'
import styles from '../detail.module.css'
import type { StationTabProps } from '../station-tab-props.ts'

const pageSize = 20
const states = ['open', 'closed'] as const
const fields = { state: urlChoice(states), page: urlPage }

/** Alarm episodes of the station, newest first. */
export default function AlarmsTab({ station }: StationTabProps) {
  const text = useStationText()
  const word = useText('status')
  const texts = useTableTexts()
  const alarmText = useAlarmText()
  const errorText = useErrorText()
  const format = useFormat()
  const [{ state, page }, change] = useUrlState(fields, useSearchParams())
  const alarms = useEndpoint(
    'GET /alarms',
    { query: { stationId: station.id, state, page, pageSize } },
    { refetchMs: pollMs },
  )
  return (
    <>
      <Toolbar>
        <Segmented
          label={text('detail.tab.alarms')}
          value={state}
          options={states.map((value) => ({ value, label: word(`alarmState.${value}`) }))}
          onChange={(value) => change({ state: value })}
        />
      </Toolbar>
      {alarms.error && !alarms.data ? (
        <Card>
          <ErrorState {...errorText(alarms.error, alarms.refetch)} />
        </Card>
      ) : (
        <Card padding="none" label={text('detail.tab.alarms')}>
          <DataTable
            label={text('detail.tab.alarms')}
            texts={texts}
            storageKey="station.alarms"
            rows={alarms.data ?? []}
            rowKey={({ id }) => id}
            rowHref={({ memberId, deviceId }) => hrefOf(paths.device('alarms', memberId, deviceId))}
            loading={alarms.isLoading}
            page={{
              number: page,
              size: pageSize,
              total: alarms.total ?? 0,
              onChange: (next) => change({ page: next }),
            }}
            empty={
              <Empty icon="checkCircle" title={text(state === 'open' ? 'dashboard.noAlarms' : 'alarms.noneClosed')} />
            }
            columns={[
              {
                key: 'code',
                title: text('column.alarms'),
                card: 'title',
                render: (alarm) => (
                  <span className={styles.twoLines}>
                    <span>
                      {alarm.code} {alarmText(alarm.code)?.name ?? ''}
                    </span>
                    <small>{alarmText(alarm.code)?.reason ?? ''}</small>
                  </span>
                ),
              },
              {
                key: 'class',
                title: text('column.class'),
                card: 'aside',
                render: (alarm) => (
                  <StatusTag
                    status={alarm.class === 'fault' ? 'abnormal' : 'info'}
                    label={word(`alarmClass.${alarm.class}`)}
                    look="plain"
                  />
                ),
              },
              {
                key: 'device',
                title: text('column.device'),
                render: ({ deviceName, deviceCount }) =>
                  deviceCount > 1 ? text('todo.devices', { count: format.number(deviceCount) }) : deviceName,
              },
              {
                key: 'raised',
                title: text('column.raised'),
                render: ({ raisedAt }) => format.dateTime(raisedAt, station.timeZone),
              },
              {
                key: 'cleared',
                title: text('column.cleared'),
                render: ({ clearedAt }) => format.dateTime(clearedAt, station.timeZone),
              },
              {
                key: 'lost',
                title: text('column.lost'),
                align: 'end',
                render: ({ lostEnergyKwh }) => format.energy(lostEnergyKwh).text,
              },
            ]}
          />
        </Card>
      )}
    </>
  )
}
