import type { Transaction } from '../../database/session.ts'
import { updateFoundStamp } from '../../inventory/queries/logger.ts'
import type { AnalysedDevice } from '../day/device-bins.ts'
import { shownStamp } from '../day/shown-stamp.ts'
import { markDaysDue, markSensorDaysDue } from '../queries/day-analysis.ts'
import { queueLoggerRebuild } from '../queries/rebuild.ts'

/**
 * Finds loggers without a stamp set by a person whose counters show, on an ended day, that times are ends of intervals.
 * From now on their times count as ends, and all days with samples are computed anew.
 */
export async function findStamps(
  tx: Transaction,
  stationId: string,
  devices: readonly AnalysedDevice[],
  now: number,
): Promise<void> {
  for (const [no, own] of Map.groupBy(devices, ({ loggerNo }) => loggerNo)) {
    const sent = own.map(({ samples }) => samples.filter(({ imported }) => imported !== true))
    const shown = new Set(sent.map(shownStamp))
    if (!shown.has('end') || shown.has('start')) continue
    const id = await updateFoundStamp(tx, no, 'end')
    if (id === undefined) continue
    await queueLoggerRebuild(tx, id)
    await markSensorDaysDue(tx, { no, station_id: stationId }, { first: 0, last: now }, now)
    await markDaysDue(tx, stationId, now, '-infinity')
  }
}
