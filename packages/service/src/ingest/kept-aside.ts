import type { AsideReason, KeptAside, KeptAsideChoice } from '@helioport/contract'
import { DayBook, iso, localDay, localDayAt, type LocalDay } from '@helioport/time/node'
import { updateAlarms } from '../alarm/episodes.ts'
import type { Service } from '../base/service.ts'
import type { Transaction } from '../database/session.ts'
import { Problem } from '../base/problem.ts'
import { analyseDay } from '../energy/day/analyse-day.ts'
import type { AnalysedDevice } from '../energy/day/device-bins.ts'
import { wildCounters } from '../energy/day/counter/wild-counters.ts'
import { readDayFacts } from '../energy/day/day-facts.ts'
import { rollUp } from '../energy/kept/roll-up.ts'
import { findAnalysedStation } from '../energy/queries/day-analysis.ts'
import { findKeptDates, findKeptDay } from '../energy/queries/kept-day.ts'
import { markSharingDaysDue } from '../energy/queries/sensor-fault.ts'
import { findPlaces, type StationPlace } from '../inventory/queries/place.ts'
import { findCollectors, findSources, type SourceRow } from '../inventory/queries/source.ts'
import { windowsOf } from '../telemetry/frame-windows.ts'
import type { OwnFrame } from '../telemetry/judge-frames.ts'
import { insertAccepted } from '../telemetry/queries/accepted-value.ts'
import { forgetDayValues } from '../telemetry/queries/day-value.ts'
import { lockStation, upsertLatest, upsertSensorLatest } from '../telemetry/queries/frames.ts'
import { type AsideRow, findKeptAside, takeKeptAside } from '../telemetry/queries/kept-aside.ts'
import { restoreValues } from '../telemetry/queries/restore-values.ts'
import { forgetToldEnergy } from '../telemetry/queries/value-edit.ts'

/** Rows further apart than the longest interval of a logger form separate stretches. */
const longestStepMs = 75 * 60_000
export const longestEditDays = 31
const dayMs = 86_400_000

/** Consecutive rows of one source and reason. */
interface Stretch {
  reason: AsideReason
  source: SourceRow
  rows: { at: number; frame: object }[]
  edit: AsideRow['edit']
}

/** Names of the sensors' columns in a frame. */
const frameKeys = { irradiance_wm2: 'irradianceWm2', ambient_c: 'ambientC', module_c: 'moduleC' } as const

/**
 * Data of a station's local day that no figure uses: values kept aside on arrival, and values that other frames of the
 * day show to be wrong. Values of another station's collector are accepted at that station.
 * @throws Problem notFound
 */
export async function listKeptAside(
  service: Service,
  stationId: string,
  date: string | undefined,
): Promise<KeptAside[]> {
  const { read } = service.db
  const station = await findAnalysedStation(read, stationId)
  if (!station) throw new Problem('notFound')
  const zone = station.time_zone
  const day = date === undefined ? localDayAt(service.now(), zone) : localDay(date, zone)
  const sources = await findSources(read, stationId)
  const shared = await findCollectors(read, stationId)
  const rows = await findKeptAside(read, { ...numbersOf([...sources, ...shared]), from: day.from, to: day.to })
  const isOpen = !(await findKeptDay(read, stationId, day.date))
  const sourceOf = (loggerNo: number | null, deviceNo: number | null) =>
    [...sources, ...shared].find(
      (each) => each.device_no === deviceNo && (deviceNo !== null || each.logger_no === loggerNo),
    )
  const proved: Stretch[] = []
  if (isOpen) {
    const facts = await readDayFacts(read, { ...station, id: stationId }, day)
    const { faults } = analyseDay(facts, day, service.now())
    for (const { reason, loggerNo, value, from, to } of faults) {
      const source = sourceOf(loggerNo, null)
      const inside = facts.sensors.filter(({ logger_no, at }) => logger_no === loggerNo && at >= from && at <= to)
      const own = inside.map(({ at, [value]: measured }) => ({ at, frame: { [frameKeys[value]]: measured } }))
      if (source) proved.push({ reason, source, rows: own, edit: null })
    }
    for (const device of facts.devices) {
      const source = sourceOf(null, device.no)
      if (source) proved.push(...wildStretches(device, source, day))
    }
  }
  const stretches = [...stretchesOf(rows, sourceOf), ...proved]
  return stretches
    .toSorted((a, b) => (a.rows[0]?.at ?? 0) - (b.rows[0]?.at ?? 0))
    .map((stretch) => describe(stretch, isOpen && !shared.includes(stretch.source)))
}

function wildStretches(
  { steps, samples, ratedW }: AnalysedDevice,
  source: SourceRow,
  { from, to }: LocalDay,
): Stretch[] {
  const counterAt = new Map(samples.map(({ at, energy_total_kwh }) => [Math.round(at), energy_total_kwh]))
  const rowAt = (at: number) => ({ at, frame: { energyTotalKwh: counterAt.get(at) } })
  const isInside = (at: number) => at > from && at < to
  const { runs, jumps } = wildCounters(steps, counterAt, ratedW)
  const wrong = runs.map((run) => run.filter(isInside)).filter((run) => run.length > 0)
  return [
    ...wrong.map((run): Stretch => ({ reason: 'counterLimit', source, rows: run.map(rowAt), edit: null })),
    ...jumps.filter(isInside).map((at): Stretch => ({ reason: 'counterStep', source, rows: [rowAt(at)], edit: null })),
  ]
}

const numbersOf = (sources: readonly SourceRow[]) => ({
  deviceNos: sources.flatMap(({ device_no }) => device_no ?? []),
  loggerNos: [...new Set(sources.map(({ logger_no }) => logger_no))],
})

function stretchesOf(
  rows: readonly AsideRow[],
  sourceOf: (loggerNo: number, deviceNo: number | null) => SourceRow | undefined,
): Stretch[] {
  const stretches: Stretch[] = []
  const newest = new Map<string, Stretch>()
  for (const { loggerNo, deviceNo, reason, at, frame, edit } of rows) {
    const source = sourceOf(loggerNo, deviceNo)
    if (!source) continue
    const key = `${loggerNo} ${deviceNo} ${reason} ${edit?.no}`
    const former = newest.get(key)
    if (former && at - (former.rows.at(-1)?.at ?? 0) <= longestStepMs) former.rows.push({ at, frame })
    else {
      const stretch = { reason, source, rows: [{ at, frame }], edit: edit ?? null }
      newest.set(key, stretch)
      stretches.push(stretch)
    }
  }
  return stretches
}

function describe({ reason, source, rows, edit }: Stretch, isOpen: boolean): KeptAside {
  const ranges = new Map<string, { least: number; greatest: number }>()
  for (const { frame } of rows) {
    for (const [name, value] of Object.entries(frame)) {
      for (const each of [value].flat() as unknown[]) {
        if (typeof each !== 'number' || name === 'at') continue
        const { least, greatest } = ranges.get(name) ?? { least: each, greatest: each }
        ranges.set(name, { least: Math.min(least, each), greatest: Math.max(greatest, each) })
      }
    }
  }
  return {
    reason,
    loggerId: source.logger_id,
    deviceId: source.device_id,
    name: source.name,
    from: iso(rows[0]?.at ?? 0),
    to: iso(rows.at(-1)?.at ?? 0),
    frames: rows.length,
    values: [...ranges].map(([name, range]) => ({ name, ...range })),
    edit: edit ? { factor: edit.factor, note: edit.note, userName: edit.userName, at: iso(edit.at) } : null,
    isOpen: isOpen && !(reason === 'beforeStart' || (reason === 'counterLimit' && ranges.has('energyTotalKwh'))),
  }
}

/**
 * Accepts kept values as true: puts them back into their frames and recomputes dependent figures. The stretch is
 * stored, so that the same rows are not kept aside again.
 * @throws Problem notFound (nothing there of the station, or the samples of the day are dropped), period.tooLong
 */
export async function takeIn(
  service: Service,
  stationId: string,
  choice: KeptAsideChoice,
  userName: string,
): Promise<void> {
  const now = service.now()
  const [from, to] = [Date.parse(choice.from), Date.parse(choice.to)]
  if (to - from > longestEditDays * dayMs) throw new Problem('period.tooLong')
  await service.db.transaction(async (tx) => {
    await lockStation(tx, stationId)
    const source = (await findSources(tx, stationId)).find(
      (each) => each.logger_id === choice.loggerId && each.device_id === choice.deviceId,
    )
    const nos = new Set(source?.device_no == null ? [] : [source.device_no])
    const place = (await findPlaces(tx, nos, stationId)).find(({ station_id }) => station_id === stationId)
    if (!source || !place || to < from || choice.reason === 'beforeStart') throw new Problem('notFound')
    const days = new DayBook(place.time_zone).between(from, to)
    const kept = await findKeptDates(
      tx,
      stationId,
      days.map(({ date }) => date),
    )
    if (kept.size > 0) throw new Problem('notFound')
    const stretch = { loggerNo: source.logger_no, deviceNo: source.device_no, reason: choice.reason, from, to }
    // A person's edit is undone; a rule is overruled, also for rows that are sent again.
    if (choice.reason !== 'person') await insertAccepted(tx, stretch, { userName, now })
    const rows = await takeKeptAside(tx, {
      deviceNos: source.device_no === null ? [] : [source.device_no],
      loggerNos: source.device_no === null ? [source.logger_no] : [],
      reason: choice.reason,
      from,
      to: to + 1,
    })
    await restoreValues(tx, rows)
    const instants = rows.length > 0 ? rows.map(({ at }) => at) : days.map((day) => instantIn(day, from, to))
    await recompute(tx, place, source, instants, rows, now)
  })
}

/**
 * Recomputes what depends on frames at these instants (oldest first); `rows`: the values restored into each, or none.
 */
export async function recompute(
  tx: Transaction,
  place: StationPlace,
  source: SourceRow,
  instants: readonly number[],
  rows: readonly AsideRow[],
  now: number,
): Promise<void> {
  if (source.device_no === null) {
    await upsertSensorLatest(tx, source.logger_no, instants.at(-1) ?? 0)
    const readings = instants.map((at) => ({ at }))
    await rollUp(tx, place, [], readings, now)
    const reach = { from: instants[0] ?? now, to: instants.at(-1) ?? now }
    await markSharingDaysDue(tx, source.logger_no, place.station_id, reach, now)
    return
  }
  const frames = framesAt(source, instants, rows)
  await upsertLatest(tx, windowsOf(frames))
  await forgetToldEnergy(tx, place.station_id, [source.device_no])
  await rollUp(tx, place, frames, [], now)
  await forgetDayValues(tx, source.device_no, { from: instants[0] ?? now, to: instants.at(-1) ?? now })
  await updateAlarms(tx, place.station_id, frames)
}

const instantIn = (day: LocalDay, from: number, to: number) => Math.min(Math.max(from, day.from), to)

/** Partial frames, sufficient to find the days and alarms that they affect. */
function framesAt(source: SourceRow, instants: readonly number[], rows: readonly AsideRow[]): OwnFrame[] {
  return instants.map((at, nth) => ({
    no: source.device_no ?? 0,
    ratedW: source.rated_power_w,
    frame: { serial: '', mode: 0, errorWord: 0, ...rows[nth]?.frame, at },
  }))
}
