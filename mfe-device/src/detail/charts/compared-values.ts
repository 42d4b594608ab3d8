import type { DeviceCurves } from '@helioport/contract'

/**
 * Values of another day or inverter in the bins of the shown ones: an inverter that sends more seldom has longer bins.
 * Shorter ones are averaged; what is not known stays so. Undefined: it has no such curve.
 */
export function comparedValues(
  shown: Pick<DeviceCurves, 'binMinutes'> & { bins: number },
  other: DeviceCurves,
  parameter: string,
): (number | null)[] | undefined {
  const values = other.curves.find((curve) => curve.parameter === parameter)?.values
  if (!values || other.binMinutes === shown.binMinutes) return values?.slice(0, shown.bins)
  const share = shown.binMinutes / other.binMinutes
  return Array.from({ length: shown.bins }, (_, bin) => {
    const [first, end] = [Math.floor(bin * share), Math.max(Math.ceil((bin + 1) * share), Math.floor(bin * share) + 1)]
    const known = values.slice(first, end).filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
  })
}
