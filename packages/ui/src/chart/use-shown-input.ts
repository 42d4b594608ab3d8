import { useMemo, useState } from 'react'
import type { ChartInput } from './model.ts'

/** Ids of the series that the person has hidden. The last visible series cannot be hidden. */
export function useHiddenSeries(series: ChartInput['series']) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) => {
    const next = new Set(hidden)
    if (!next.delete(id) && next.size < series.length - 1) next.add(id)
    setHidden(next)
  }
  return { hidden, toggle }
}

/** The input without hidden series. The object changes only when a part changes, so that hovering does not redraw. */
export function useShownInput(props: ChartInput, hidden: ReadonlySet<string>): ChartInput {
  const { from, to, binMinutes, starts, timeZone, series, night } = props
  const { formatValue, formatAxis, formatTime, formatBin, ticks } = props
  return useMemo(
    () => ({
      from,
      to,
      binMinutes,
      timeZone,
      formatValue,
      formatTime,
      series: series.filter((one) => !hidden.has(one.id)),
      ...(starts ? { starts } : {}),
      ...(night ? { night } : {}),
      ...(formatAxis ? { formatAxis } : {}),
      ...(formatBin ? { formatBin } : {}),
      ...(ticks ? { ticks } : {}),
    }),
    [
      from,
      to,
      binMinutes,
      starts,
      timeZone,
      series,
      night,
      formatValue,
      formatAxis,
      formatTime,
      formatBin,
      ticks,
      hidden,
    ],
  )
}
