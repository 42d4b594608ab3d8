import type { Alarm } from '@helioport/contract'
import { useAlarmText, useFormat, useText } from '@helioport/i18n'
import { StatusTag } from '@helioport/ui'
import type { Column } from '@helioport/ui/table'
import { useStationText } from '../../station/use-station-text.ts'
import { useTabText } from '../tab-texts.ts'
import styles from '../detail.module.css'

/** Columns of an alarm. Times are in `timeZone`, the station's IANA zone. */
export function useAlarmColumns(timeZone: string): readonly Column<Alarm>[] {
  const text = useTabText()
  const stationText = useStationText()
  const word = useText('status')
  const alarmText = useAlarmText()
  const format = useFormat()
  return [
    {
      key: 'code',
      title: stationText('column.alarms'),
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
      width: 104,
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
      width: 160,
      title: stationText('column.device'),
      render: ({ deviceName, deviceCount }) =>
        deviceCount > 1 ? stationText('todo.devices', { count: format.number(deviceCount) }) : deviceName,
    },
    {
      key: 'raised',
      width: 176,
      title: text('column.raised'),
      render: ({ raisedAt }) => format.dateTime(raisedAt, timeZone),
    },
    {
      key: 'cleared',
      width: 176,
      title: text('column.cleared'),
      render: ({ clearedAt }) => format.dateTime(clearedAt, timeZone),
    },
    {
      key: 'lost',
      width: 116,
      title: text('column.lost'),
      align: 'end',
      render: ({ lostEnergyKwh }) => format.energy(lostEnergyKwh).text,
    },
  ]
}
