import { useEndpoint } from '@helioport/api-client'
import { useFormat, useText } from '@helioport/i18n'
import { Icon, Stat, StatRow } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import styles from './alarms-page.module.css'
import { type AlarmState, everything, placeQuery, withoutFilters } from './alarms-query.ts'

const refetchMs = 30_000

interface AlarmSummaryProps {
  state: AlarmState
  change: (change: Partial<AlarmState>) => void
}

/** Number of open episodes by class, within the chosen station or device. */
export function AlarmSummary({ state, change }: AlarmSummaryProps) {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const place = placeQuery(state)
  const query = (rest: { state?: 'open'; class?: 'fault' | 'notice'; lowLight?: boolean }) => ({
    query: { ...place, ...rest, pageSize: 1 },
  })
  const faults = useEndpoint('GET /alarms', query({ state: 'open', class: 'fault', lowLight: false }), { refetchMs })
  const notices = useEndpoint('GET /alarms', query({ state: 'open', class: 'notice', lowLight: false }), { refetchMs })
  const all = useEndpoint('GET /alarms', query({}), { refetchMs })
  const openFaults = faults.total
  const show = (filters: Partial<AlarmState>, label: string) => (
    <button
      type="button"
      className={styles['show']}
      onClick={() => change({ ...withoutFilters, station: state.station, device: state.device, ...filters })}
    >
      {label}
      <Icon name="chevronRight" size={12} />
    </button>
  )

  return (
    <StatRow label={text('alarms.summary')}>
      <Stat
        testId="kpi-open-faults"
        raw={openFaults}
        size="xl"
        label={text('alarms.openFaults')}
        value={format.number(openFaults)}
        note={
          openFaults ? (
            show({ class: 'fault' }, text('alarms.showThem'))
          ) : openFaults === 0 && notices.total === 0 ? (
            <span className={styles['good']}>
              <Icon name="checkCircle" size={12} />
              {text('alarms.nothingToDo')}
            </span>
          ) : undefined
        }
      />
      <Stat
        testId="kpi-open-notices"
        raw={notices.total}
        label={text('alarms.openNotices')}
        value={format.number(notices.total)}
        note={
          notices.total === undefined || notices.total === 0
            ? text('alarms.noticeHint')
            : show({ class: 'notice' }, text('alarms.showThem'))
        }
      />
      <Stat
        testId="kpi-recorded"
        raw={all.total}
        label={text('alarms.recorded')}
        value={format.number(all.total)}
        note={show(everything, text('alarms.recordedHint'))}
      />
    </StatRow>
  )
}
