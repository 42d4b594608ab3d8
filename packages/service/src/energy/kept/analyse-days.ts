import { addDays, dayAt, localDay, type LocalDay } from '@helioport/time/node'
import type { Transaction } from '../../database/session.ts'
import { findCo2Factors } from '../../inventory/queries/co2-factor.ts'
import {
  addSilentDays,
  type AnalysedStationRow,
  findAnalysedStation,
  findDueDays,
  findOpenDays,
  forgetEnergy,
  keepDue,
  markDaysDue,
  markLeaning,
  saveDeviceSums,
  saveMonth,
  saveStationSums,
  saveStuckSensors,
} from '../queries/day-analysis.ts'
import { findDeviceDays } from '../queries/day.ts'
import { markSharingDaysDue, saveSensorFaults } from '../queries/sensor-fault.ts'
import { findKeptDay } from '../queries/kept-day.ts'
import { tryLockStation } from '../../telemetry/queries/frames.ts'
import { findTariffs } from '../../inventory/queries/tariff.ts'
import type { Service } from '../../base/service.ts'
import { analyseDay } from '../day/analyse-day.ts'
import { type SensorFault, stuckNow } from '../day/sensor-faults.ts'
import { readDayFacts } from '../day/day-facts.ts'
import { worthOf } from '../day/day-worth.ts'
import { knownByNightAlone } from '../day/night-alone.ts'
import { keepUnitsAside } from './keep-units-aside.ts'
import { findStamps } from './find-stamps.ts'
import { analyseKeptDay } from './kept-day.ts'
import type { DatedCo2Factor } from '../../figure/co2.ts'
import type { Rate } from '../../figure/tariff.ts'
import { isLaneBusy } from '../../telemetry/lane.ts'

/** Maximum number of days, of one station and month, that one transaction analyses. */
const portion = 8
/** While batches arrive, a due day waits this long (ms): a backlog is stored first, and analysed once. */
const patienceMs = 30_000

/**
 * Analyses due days until none is left or `budgetMs` is spent. The rows store which days are due, so a crash or a
 * second process does no harm. Returns the number of analysed days.
 */
export async function analyseDueDays(service: Service, budgetMs = 700): Promise<number> {
  const started = performance.now()
  let done = 0
  do {
    const patience = isLaneBusy(service.db) ? patienceMs : 0
    const due = await findDueDays(service.db.read, service.now() - patience, portion)
    const stationId = due[0]?.station_id
    if (stationId === undefined) break
    const analysed = await service.db.transaction(async (tx) => {
      if (!(await tryLockStation(tx, stationId))) return 0
      const dates = await keepDue(
        tx,
        stationId,
        due.map((day) => day.date),
      )
      const station = await findAnalysedStation(tx, stationId)
      if (!station || dates[0] === undefined) return 0
      const terms = {
        tariffs: await findTariffs(tx, [stationId]),
        factors: await findCo2Factors(tx, [stationId]),
      }
      for (const date of dates) await analyseStationDay(service, tx, { ...station, id: stationId, ...terms }, date)
      await saveMonth(tx, stationId, dates[0])
      return dates.length
    })
    done += analysed
    // Frames of that station are arriving just now: its days are left to the next turn.
    if (analysed === 0) break
  } while (performance.now() - started < budgetMs)
  return done
}

interface DueStation extends AnalysedStationRow {
  id: string
  tariffs: readonly Rate[]
  factors: readonly DatedCo2Factor[]
}

async function analyseStationDay(service: Service, tx: Transaction, row: DueStation, date: string): Promise<void> {
  const now = service.now()
  const day = localDay(date, row.time_zone)
  const isFinal = now >= day.to
  const rollUps = await findRollUps(tx, row, day, isFinal)
  const { income, co2Kg } = worthOf(rollUps, day, { ...row, timeZone: row.time_zone })
  const money = { income, co2_kg: co2Kg }
  const facts = await readDayFacts(tx, row, day)
  const kept = await findKeptDay(tx, row.id, date)
  if (kept) return analyseKeptDay(tx, row.id, facts, day, { kept, rollUps, money, now })
  if (await keepUnitsAside(tx, row.id, facts, day, now)) return analyseStationDay(service, tx, row, date)
  if (isFinal) await findStamps(tx, row.id, facts.devices, now)
  const analysis = analyseDay(facts, day, now)
  await saveDeviceSums(tx, row.id, date, analysis.devices)
  const { quarters, powerW: binW, leans } = analysis
  await saveStationSums(tx, row.id, date, { ...analysis.station, ...money }, { isFinal, quarters, binW, leans })
  if (!leans) await markLeaning(tx, row.id, now, date)
  await tellOthers(tx, row.id, date, analysis.proved, now)
  if (!isFinal) await saveStuckSensors(tx, stuckNow(analysis.faults, facts))
}

/** A sensor that the power of one station proves wrong is wrong for all stations that use it. */
async function tellOthers(
  tx: Transaction,
  stationId: string,
  date: string,
  proved: readonly SensorFault[],
  now: number,
): Promise<void> {
  for (const fault of await saveSensorFaults(tx, stationId, date, proved))
    await markSharingDaysDue(tx, fault.loggerNo, stationId, fault, now)
}

/** Stored rows of the devices' days. Once a day is over, energy that is known only for its nights counts as unknown. */
async function findRollUps(tx: Transaction, row: DueStation, day: LocalDay, isFinal: boolean) {
  const rollUps = await findDeviceDays(tx, [{ stationId: row.id, date: day.date }])
  const unknown = isFinal ? knownByNightAlone(rollUps, day, row) : []
  if (unknown.length === 0) return rollUps
  await forgetEnergy(tx, row.id, day.date, unknown)
  return rollUps.map((own) => (unknown.includes(own.device_no) ? { ...own, energy_kwh: null } : own))
}

/**
 * Marks days due that have ended since their analysis, and adds days without any data: a silence is missing data, too.
 */
export async function closeDays(service: Service): Promise<void> {
  const now = service.now()
  await service.db.transaction((tx) => addSilentDays(tx, now, 2000))
  const before = addDays(dayAt(now, 'UTC'), 1)
  const open = await findOpenDays(service.db.read, before, 2000)
  const ended = open.filter((day) => localDay(day.date, day.time_zone).to <= now)
  if (ended.length === 0) return
  await service.db.transaction(async (tx) => {
    for (const day of ended) await markDaysDue(tx, day.station_id, now, day.date, day.date)
  })
}
