import { useSearchParams } from 'react-router-dom'
import { paths } from '@helioport/contract'
import { useEndpoint } from '@helioport/api-client'
import { useListTexts, useText } from '@helioport/i18n'
import { Empty, Segmented, Toolbar, urlChoice, urlPage, useUrlState } from '@helioport/ui'
import { ListFrame } from '@helioport/ui/table'
import { hrefOf } from '../../station/href.ts'
import { useStationText } from '../../station/use-station-text.ts'
import { useTabText } from '../tab-texts.ts'
import { pollMs } from '../../station/use-fleet.ts'
import type { StationTabProps } from '../station-tab-props.ts'
import { useAlarmColumns } from './alarm-columns.tsx'

const pageSize = 20
const states = ['open', 'closed'] as const
const lights = ['without', 'with'] as const
/** Alarms caused by weak light are not counted anywhere on the page; they are shown only on request. */
const fields = { state: urlChoice(states), light: urlChoice(lights), page: urlPage }

/** Alarm episodes of the station, newest first. */
export default function AlarmsTab({ station }: StationTabProps) {
  const text = useTabText()
  const stationText = useStationText()
  const word = useText('status')
  const [{ state, light, page }, change] = useUrlState(fields, useSearchParams())
  const alarms = useEndpoint(
    'GET /alarms',
    { query: { stationId: station.id, state, ...(light === 'without' && { lowLight: false }), page, pageSize } },
    { refetchMs: pollMs },
  )
  return (
    <>
      <Toolbar>
        <Segmented
          label={stationText('detail.tab.alarms')}
          value={state}
          options={states.map((value) => ({ value, label: word(`alarmState.${value}`) }))}
          onChange={(value) => change({ state: value })}
        />
        <Segmented
          label={text('alarms.light')}
          value={light}
          options={lights.map((value) => ({ value, label: text(`alarms.light.${value}`) }))}
          onChange={(value) => change({ light: value })}
        />
      </Toolbar>
      <ListFrame
        label={stationText('detail.tab.alarms')}
        storageKey="station.alarms"
        list={alarms}
        texts={useListTexts()}
        columns={useAlarmColumns(station.timeZone)}
        rowKey={({ id }) => id}
        rowHref={({ memberId, deviceId }) => hrefOf(paths.device('alarms', memberId, deviceId))}
        page={{ number: page, size: pageSize, onChange: (next) => change({ page: next }) }}
        empty={
          <Empty
            icon="checkCircle"
            title={state === 'open' ? stationText('dashboard.noAlarms') : text('alarms.noneClosed')}
          />
        }
      />
    </>
  )
}
