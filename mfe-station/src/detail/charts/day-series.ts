import { useMemo } from 'react'
import type { StationDay } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import type { Series } from '@helioport/ui/chart'
import { useTabText } from '../tab-texts.ts'
import type { DeviceShare } from './device-shares.ts'

/** Power, with a separate series for bins that not all devices reported; irradiance; an earlier day behind them. */
export function useStationSeries(day: StationDay, former: StationDay | undefined): Series[] {
  const text = useText()
  const own = useTabText()
  const format = useFormat()
  return useMemo(() => {
    const isWhole = (bin: number) => (day.powerCoverage[bin] ?? 1) === 1
    const power: Series = {
      id: 'power',
      label: text('figure.power'),
      unit: 'power',
      kind: 'area',
      tone: 'generation',
      values: day.powerW.map((value, bin) => (isWhole(bin) ? value : null)),
    }
    const earlier: Series[] = former
      ? [{ ...power, id: 'former', label: format.date(former.date), kind: 'line', dashed: true, values: former.powerW }]
      : []
    const values = day.powerW.map((value, bin) => (isWhole(bin) ? null : value))
    const partial: Series[] = values.some((value) => value !== null)
      ? [{ ...power, id: 'partial', label: own('chart.partial'), kind: 'line', dashed: true, values }]
      : []
    if (day.irradianceWm2.every((value) => value === null)) return [power, ...partial, ...earlier]
    const irradiance: Series = {
      id: 'irradiance',
      label: text('figure.irradiance'),
      unit: 'irradiance',
      kind: 'line',
      tone: 'irradiance',
      axis: 'end',
      values: day.irradianceWm2,
    }
    return [power, ...partial, irradiance, ...earlier]
  }, [text, own, format, day, former])
}

/** A curve for each device; devices that are not marked are grey. */
export function useDeviceSeries(shares: readonly DeviceShare[], marked: readonly string[]): Series[] {
  return useMemo(() => {
    return shares.map(({ deviceId, name, powerW }): Series => {
      const at = marked.indexOf(deviceId)
      const curve = { id: deviceId, label: name, unit: 'power', kind: 'line', values: powerW } as const
      return at < 0 ? { ...curve, tone: 'neutral', muted: true } : { ...curve, color: at }
    })
  }, [shares, marked])
}

/** Irradiance, and temperatures on a second axis. Series without a measured value are left out. */
export function useWeatherSeries(day: StationDay): Series[] {
  const text = useTabText()
  const common = useText()
  return useMemo(() => {
    const temperature = { unit: 'temperature', kind: 'line', axis: 'end', fromZero: false } as const
    const all: Series[] = [
      {
        id: 'irradiance',
        label: common('figure.irradiance'),
        unit: 'irradiance',
        kind: 'area',
        tone: 'irradiance',
        values: day.irradianceWm2,
      },
      { ...temperature, id: 'module', label: text('chart.module'), tone: 'temperature', values: day.moduleC },
      { ...temperature, id: 'ambient', label: text('chart.ambient'), tone: 'wind', values: day.ambientC },
    ]
    return all.filter(({ values }) => values.some((value) => value !== null))
  }, [text, common, day])
}
