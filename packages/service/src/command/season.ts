import { type DeviceSeason, seasonDays, seasonLevels, seasonLevelShare } from '@helioport/contract'
import type { Service } from '../base/service.ts'
import { findSeasons } from './queries/season.ts'

/** Hours at each power level, per device of a station, over the last days; omits devices without any known day. */
export async function listSeasons(service: Service, stationId: string): Promise<DeviceSeason[]> {
  const of = { days: seasonDays, levels: seasonLevels, levelShare: seasonLevelShare }
  const rows = await findSeasons(service.db.read, stationId, service.now(), of)
  return [...Map.groupBy(rows, ({ id }) => id)].map(([deviceId, own]) => {
    const hoursAt = Array.from({ length: seasonLevels }, () => 0)
    for (const { level, hours } of own) hoursAt[level] = hours
    return { deviceId, days: own[0]?.days ?? 0, hoursAt }
  })
}
