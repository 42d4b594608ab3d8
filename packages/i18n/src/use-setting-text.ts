import type { Setting } from '@helioport/contract'
import { useFormat } from './use-format.ts'
import { useText } from './use-text.ts'

/** A setting in words: amount and direction, since makers disagree about signs. Null: no setting, or devices differ. */
export function useSettingText(): (setting: Setting | null) => string {
  const status = useText('status')
  const format = useFormat()
  // A tenth of a percent is the finest step; a zero decimal is left out.
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
