import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { alarmCodes, type Device } from '@helioport/contract'
import { useAlarmText, useText } from '@helioport/i18n'
import { Card, Empty, useNow, useUrlState } from '@helioport/ui'
import { shownDayOf } from '@helioport/ui/date'
import type enUS from '../../messages/en-US.ts'
import { FrameRows } from './frame-rows.tsx'
import { LogFilterBar } from './log-filters.tsx'
import { codesFor, columnsOf, filtersOf, logFields } from './log-query.ts'
import { useLogColumns } from './use-log-columns.tsx'

/** What the device sent over a day or some weeks, newest first, filtered and in the columns that a person chose. */
export function LogsTab({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const alarmText = useAlarmText()
  const [state, change] = useUrlState(logFields, useSearchParams())
  // Frames that arrive while somebody reads would move the rows under his eyes: they come when he asks for them.
  const [until, setUntil] = useState(() => Date.now())
  const plant = { timeZone: device.timeZone, measuredAt: device.age.measuredAt }
  const shown = shownDayOf(state.date === '' ? null : state.date, plant, useNow(60_000))
  const codes = codesFor(state.search, alarmCodes, (code) => alarmText(code)?.name ?? '')
  const all = useLogColumns(device.timeZone, state.days > 1, codes)
  const columns = columnsOf(state.columns).map((key) => all[key])
  const date = shown.date ?? shown.today
  if (date === undefined) return null
  const filters = filtersOf(state, { date, timeZone: device.timeZone, until, ...(codes && { codes }) })
  return (
    <>
      <LogFilterBar
        {...{ state, change, shown, filters, columns: all, deviceId: device.id }}
        onNewest={() => setUntil(Date.now())}
      />
      <Card padding="none">
        {codes?.length === 0 ? (
          <Empty icon="search" title={text('logs.noCode')} />
        ) : (
          <FrameRows deviceId={device.id} filters={filters} columns={columns} />
        )}
      </Card>
    </>
  )
}
