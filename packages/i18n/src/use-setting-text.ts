import type { Setting } from '@helioport/contract'
import { useFormat } from './use-format.ts'
import { useText } from './use-text.ts'

/**
 * What was set, in words: amount and direction, since what a sign means differs between makers. Null: nothing, or the
 * devices have different ones.
 */
export function useSettingText(): (setting: Setting | null) => string {
  const status = useText('status')
  const format = useFormat()
  // A tenth of a percent is the finest that is set; a corner of a curve need not say that there is none.
  const percent = (share: number) => format.percent(share, Number.isInteger(Math.round(share * 1000) / 10) ? 0 : 1)
  const directed = (amount: string, side: number) =>
    side === 0 ? amount : status(side > 0 ? 'setting.injecting' : 'setting.absorbing', { value: amount })
  const factor = (value: number) =>
    directed(format.number(Math.abs(value), 3), Math.abs(value) > 0.9995 ? 0 : Math.sign(value))
  const share = (value: number) => directed(percent(Math.abs(value)), Math.sign(value))
  return (setting) => {
    if (!setting) return '–'
    const { kind, value, points } = setting
    const one =
      kind === 'reactivePower' || kind === 'powerFactorCurve' ? factor : kind === 'powerLimit' ? percent : share
    if (points) return points.map((point) => `${percent(point.at)}: ${one(point.value)}`).join(' · ')
    return value === null ? '–' : one(value)
  }
}
