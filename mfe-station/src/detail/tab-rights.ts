import type { StationRight, StationTab } from '@helioport/contract'

/** Rights that a tab requires; the other tabs are for everybody who sees the station. */
const needed: Partial<Record<StationTab, StationRight>> = { alarms: 'alarms', sharing: 'manage' }

export function isTabOpen(tab: StationTab, rights: readonly StationRight[]): boolean {
  const right = needed[tab]
  return right === undefined || rights.includes(right)
}
