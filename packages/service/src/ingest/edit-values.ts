import { deviceValueNames, sensorValueNames, type ValueEdit } from '@helioport/contract'
import { DayBook } from '@helioport/time/node'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { findKeptDates } from '../energy/queries/kept-day.ts'
import { findPlaces } from '../inventory/queries/place.ts'
import { findSources } from '../inventory/queries/source.ts'
import { lockStation } from '../telemetry/queries/frames.ts'
import { editValues, insertValueEdit, refreshCounter } from '../telemetry/queries/value-edit.ts'
import { longestEditDays, recompute } from './kept-aside.ts'

const dayMs = 86_400_000

/**
 * Applies a person's correction: values of a device, or of the station's sensors, are discarded or multiplied by a
 * factor. The original values are kept aside with the reason, and dependent figures are recomputed; `takeIn` undoes it.
 * Only stored frames are affected, not frames that arrive later for the stretch. Returns how many frames had such
 * values.
 * @throws Problem notFound (no such device there, or the samples of a day of the stretch are dropped), period.tooLong
 */
export async function editValuesOf(
  service: Service,
  stationId: string,
  edit: ValueEdit,
  userName: string,
): Promise<{ frames: number }> {
  const now = service.now()
  const [from, to] = [Date.parse(edit.from), Date.parse(edit.to)]
  if (to - from > longestEditDays * dayMs) throw new Problem('period.tooLong')
  const ofDevice = edit.deviceId !== null
  const names: readonly string[] = ofDevice ? deviceValueNames : sensorValueNames
  if (to < from || edit.values.some((value) => !names.includes(value))) {
    throw new Problem('request.invalid', { issues: [{ path: '/values', message: 'are not values of this source' }] })
  }
  return service.db.transaction(async (tx) => {
    await lockStation(tx, stationId)
    const all = await findSources(tx, stationId)
    const sources = all.filter(({ device_id }) => device_id === edit.deviceId)
    const nos = new Set(sources.flatMap(({ device_no }) => device_no ?? []))
    const place = (await findPlaces(tx, nos, stationId)).find(({ station_id }) => station_id === stationId)
    if (sources.length === 0 || !place) throw new Problem('notFound')
    const days = new DayBook(place.time_zone).between(from, to)
    const dates = days.map(({ date }) => date)
    if ((await findKeptDates(tx, stationId, dates)).size > 0) throw new Problem('notFound')
    const { factor, note } = edit
    const deviceNo = sources[0]?.device_no ?? null
    const no = await insertValueEdit(tx, { stationId, deviceNo, from, to, factor, note, userName, at: now })
    let frames = 0
    for (const source of sources) {
      const of = { loggerNo: source.logger_no, deviceNo: source.device_no }
      const instants = await editValues(tx, of, edit.values, { no, from, to, factor, now })
      if (instants.length === 0) continue
      frames += instants.length
      if (source.device_no !== null) await refreshCounter(tx, source.device_no)
      await recompute(tx, place, source, instants, [], now)
    }
    return { frames }
  })
}
