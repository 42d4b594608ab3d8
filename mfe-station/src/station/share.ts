import type { Format } from '@helioport/i18n'

/** Below this, a whole percent would show 0 for a positive share. */
const smallShare = 0.0095

/** Present power as a share of the capacity; consumption at night counts as 0; null: unknown. */
export function shareOfCapacity(powerW: number | null, capacityKwp: number): number | null {
  return powerW === null || capacityKwp <= 0 ? null : Math.max(0, powerW / (capacityKwp * 1000))
}

/** 43 %, but 0.2 %. */
export function shareText(share: number | null, format: Format): string {
  return format.percent(share, share !== null && share > 0 && share < smallShare ? 1 : 0)
}
