import type { DeviceStatus, Station, StatusCounts, Working } from '@helioport/contract'

/** Devices by status over the given stations, or over the one that is chosen. */
export function deviceCounts(stations: readonly Station[], stationId = ''): StatusCounts & { all: number } {
  const sum = { normal: 0, abnormal: 0, standby: 0, offline: 0, all: 0 }
  for (const { id, deviceCounts: counts } of stations) {
    if (stationId !== '' && id !== stationId) continue
    for (const [status, count] of Object.entries(counts) as [DeviceStatus, number][]) {
      sum[status] += count
      sum.all += count
    }
  }
  return sum
}

/** How far the days of these stations are, or of the one that is chosen; null: none is being worked out. */
export function workingOf(stations: readonly Station[], stationId = ''): Working | null {
  const all = stations.flatMap(({ id, working }) => (stationId === '' || id === stationId ? (working ?? []) : []))
  if (all.length === 0) return null
  return {
    doneDays: all.reduce((sum, { doneDays }) => sum + doneDays, 0),
    totalDays: all.reduce((sum, { totalDays }) => sum + totalDays, 0),
  }
}
