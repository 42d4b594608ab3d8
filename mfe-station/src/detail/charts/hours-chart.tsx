import { useMemo } from 'react'
import type { Station, StationDay } from '@helioport/contract'
import { useChartTexts, useFormat } from '@helioport/i18n'
import { BarChart, type Series } from '@helioport/ui/chart'
import { useTabText } from '../tab-texts.ts'

interface HoursChartProps {
  station: Pick<Station, 'name' | 'currency'>
  day: StationDay
  /** An earlier day; its bars stand beside the bars of the same local hour. */
  former?: StationDay
  quantity: 'energy' | 'income'
  /** px */
  height: number
}

type Hour = StationDay['hours'][number]

const valueOf = {
  energy: ({ energyKwh }: Hour) => energyKwh,
  income: ({ income }: Hour) => income,
}

/** Energy or income of each hour of a day, in kWh or money. */
export function HoursChart({ station, day, former, quantity, height }: HoursChartProps) {
  const text = useTabText()
  const format = useFormat()
  const texts = useChartTexts(day.timeZone)
  const { hours, timeZone } = day
  const bins = useMemo(
    () =>
      hours.map(({ from, to }) => {
        const [begin, end] = [format.time(from, timeZone), format.time(to, timeZone)]
        return { label: begin, title: `${begin} – ${end}` }
      }),
    [hours, timeZone, format],
  )
  const series = useMemo(() => {
    const values = hours.map(valueOf[quantity])
    const bar = { unit: quantity, kind: 'bar', tone: 'generation' } as const
    const all: Series[] = [{ ...bar, id: 'now', label: text(`chart.${quantity}`), values }]
    if (former) {
      const clock = (day: StationDay) => day.hours.map(({ from }) => format.time(from, day.timeZone))
      const names = clock(former)
      const same = clock({ ...day, hours }).map((name) => former.hours[names.indexOf(name)])
      const before = same.map((hour) => (hour ? valueOf[quantity](hour) : null))
      all.push({ ...bar, id: 'former', label: format.date(former.date), dashed: true, values: before })
    }
    return all
  }, [day, hours, former, quantity, text, format])
  const formatValue = useMemo(() => {
    const say = (value: number) =>
      quantity === 'energy' ? format.energy(value).text : format.money(value, station.currency)
    return { [quantity]: say }
  }, [quantity, format, station.currency])
  return (
    <BarChart
      label={text(`chart.${quantity}Aria`, { name: station.name, date: format.date(day.date) })}
      bins={bins}
      series={series}
      formatValue={formatValue}
      height={height}
      texts={texts}
    />
  )
}
