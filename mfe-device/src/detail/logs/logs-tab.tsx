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

/** Frames of a day or some weeks, newest first, with filters and chosen columns. */
export function LogsTab({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const alarmText = useAlarmText()
  const [state, change] = useUrlState(logFields, useSearchParams())
  // New frames would move the rows while a person reads: they are loaded on request.
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
