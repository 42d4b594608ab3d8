import type { Format } from '@helioport/i18n'

/** Below this a whole percent would say 0 of what is there. */
const smallShare = 0.0095

/** Share of the rated power that a station gives now; own use at night gives none, null: not known. */
export function shareOfCapacity(powerW: number | null, capacityKwp: number): number | null {
  return powerW === null || capacityKwp <= 0 ? null : Math.max(0, powerW / (capacityKwp * 1000))
}

/** 43 %, but 0.2 %. */
export function shareText(share: number | null, format: Format): string {
  return format.percent(share, share !== null && share > 0 && share < smallShare ? 1 : 0)
}
