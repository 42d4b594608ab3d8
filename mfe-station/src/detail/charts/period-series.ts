import { useMemo } from 'react'
import type { FiguresBin, StationStatistics } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import type { Series } from '@helioport/ui/chart'
import { useTabText } from '../tab-texts.ts'

export type Quantity = 'energy' | 'income' | 'yield' | 'irradiation'

const valueOf: Record<Quantity, (bin: FiguresBin) => number | null> = {
  energy: (bin) => bin.energyKwh,
  income: (bin) => bin.income,
  yield: (bin) => bin.specificYield,
  irradiation: (bin) => bin.irradiationKwhM2,
}

/** Whether a sensor reported. */
export const isSensed = ({ irradiationKwhM2, ambientC, moduleC }: FiguresBin) =>
  irradiationKwhM2 !== null || ambientC !== null || moduleC !== null

/** Daylight means, as lines on a second axis. */
function temperaturesOf(bins: readonly FiguresBin[], text: ReturnType<typeof useTabText>): Series[] {
  const line = { unit: 'temperature', kind: 'line', axis: 'end', fromZero: false } as const
  return [
    { ...line, id: 'module', label: text('chart.module'), tone: 'temperature', values: bins.map((bin) => bin.moduleC) },
    { ...line, id: 'ambient', label: text('chart.ambient'), tone: 'wind', values: bins.map((bin) => bin.ambientC) },
  ]
}

/** A bar for each bin with the bar of the previous period beside it, and the sensor values as lines. */
export function usePeriodSeries(
  { series: bins }: StationStatistics,
  former: StationStatistics | undefined,
  quantity: Quantity,
): Series[] {
  const text = useTabText()
  const common = useText()
  return useMemo(() => {
    const bar = { unit: quantity, kind: 'bar', tone: quantity === 'irradiation' ? 'irradiance' : 'generation' } as const
    const all: Series[] = [{ ...bar, id: 'now', label: text(`chart.${quantity}`), values: bins.map(valueOf[quantity]) }]
    if (former)
      all.push({
        ...bar,
        id: 'former',
        label: text('chart.before'),
        dashed: true,
        values: bins.map((_, index) => {
          const same = former.series[index]
          return same ? valueOf[quantity](same) : null
        }),
      })
    if (
      quantity !== 'income' &&
      quantity !== 'irradiation' &&
      bins.some(({ irradiationKwhM2 }) => irradiationKwhM2 !== null)
    )
      all.push({
        id: 'irradiation',
        label: common('figure.irradiation'),
        unit: 'irradiation',
        kind: 'line',
        tone: 'irradiance',
        axis: 'end',
        fromZero: true,
        values: bins.map(({ irradiationKwhM2 }) => irradiationKwhM2),
      })
    if (quantity === 'irradiation') all.push(...temperaturesOf(bins, text))
    return all.filter(({ values }) => values.some((value) => value !== null))
  }, [bins, former, quantity, text, common])
}

/** Formats of the values by unit; money in `currency`. */
export function usePeriodFormats(currency: string) {
  const format = useFormat()
  return useMemo(
    () => ({
      energy: (kwh: number) => format.energy(kwh).text,
      income: (amount: number) => format.money(amount, currency),
      yield: (hours: number) => format.quantity(hours, 'kWh/kWp', 2).text,
      irradiation: (value: number) => format.quantity(value, 'kWh/m²', 1).text,
      temperature: (value: number) => format.quantity(value, '°C', 1).text,
    }),
    [format, currency],
  )
}
