import { addDays, type LocalDay, localDay } from '@helioport/time/node'
import type { Transaction } from '../database/session.ts'
import { findCo2Factors } from '../inventory/queries/co2-factor.ts'
import { findDayContexts } from '../telemetry/queries/counter-points.ts'
import {
  addSilentDays,
  type AnalysedStationRow,
  findAnalysedDevices,
  findAnalysedStation,
  findDueDays,
  findOpenDays,
  findUsualRatio,
  keepDue,
  markDaysDue,
  markLeaning,
  saveDeviceSums,
  saveMonth,
  saveStationSums,
} from './queries/day-analysis.ts'
import { findDeviceDays } from './queries/day.ts'
import { tryLockStation } from '../telemetry/queries/frames.ts'
import { findDaySamples, findDaySensorSamples } from '../telemetry/queries/sample.ts'
import { findTariffs } from '../inventory/queries/tariff.ts'
import type { Service } from '../base/service.ts'
import { analyseDay } from './analyse-day.ts'
import { co2FactorAt, type DatedCo2Factor } from '../figure/co2.ts'
import { daySteps, intervalsOf } from './counter-steps.ts'
import { sumKnown } from '../figure/sum-known.ts'
import { incomeOf, type Rate } from '../figure/tariff.ts'
import { isLaneBusy } from '../telemetry/lane.ts'

/** Days of one station and month that one transaction analyses. */
const portion = 8
/** While batches come in, a day waits so long (ms) for the rest of them: a backlog is stored first, and analysed once. */
const patienceMs = 30_000

/**
 * Analyses days that are due until none is left or `budgetMs` is spent. What is due lies in the rows: a process that
 * dies, or a second one, changes nothing. Returns how many days were done.
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
    // Frames of that station are coming in just now: the next turn.
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
  const { id: stationId } = row
  const now = service.now()
  const day = localDay(date, row.time_zone)
  const devices = await findAnalysedDevices(tx, stationId, day)
  const counting = devices.filter((device) => device.counting).map(({ no, rated_power_w }) => ({ no, rated_power_w }))
  const nos = devices.map((device) => device.no)
  const silent = devices.every((device) => device.rolled_samples === 0)
  const samples = silent ? [] : await findDaySamples(tx, nos, day)
  const samplesOf = Map.groupBy(samples, (sample) => sample.device_no)
  const contexts = await findDayContexts(tx, devices, day)
  const formerOf = new Map(contexts.map(({ device_no, former }) => [device_no, former]))
  const stepsOf = Map.groupBy(daySteps(counting, samples, contexts, day), (step) => step.device_no)
  const isFinal = now >= day.to
  if (devices.some(({ no, rolled_samples }) => (samplesOf.get(no)?.length ?? 0) < rolled_samples)) {
    // The frames were dropped after their time: the sums stay, what they are worth may change.
    await saveStationSums(tx, stationId, date, await worth(tx, row, day), { isFinal })
    return
  }
  const analysis = analyseDay(
    {
      timeZone: row.time_zone,
      latitude: row.latitude,
      longitude: row.longitude,
      capacityKwp: row.capacity_kwp,
      temperatureCoefficient: row.temperature_coefficient,
      devicesKwp: row.devices_kwp,
      usualRatio: await findUsualRatio(tx, stationId, date),
    },
    day,
    devices.map((device) => ({
      no: device.no,
      loggerNo: device.logger_no,
      capacityKwp: device.capacity_kwp,
      ratedW: device.rated_power_w,
      counting: device.counting,
      samples: samplesOf.get(device.no) ?? [],
      steps: stepsOf.get(device.no) ?? [],
      intervals: intervalsOf(formerOf.get(device.no) ?? [], samplesOf.get(device.no) ?? []),
      seenBefore: device.seen_before,
    })),
    await findDaySensorSamples(tx, stationId, day),
    now,
  )
  await saveDeviceSums(tx, stationId, date, analysis.devices)
  const { quarterW, binW, leans } = analysis
  const money = await worth(tx, row, day)
  await saveStationSums(tx, stationId, date, { ...analysis.station, ...money }, { isFinal, quarterW, binW, leans })
  if (!leans) await markLeaning(tx, stationId, now, date)
}

/** Income and CO2 of a day, by the rate and the factor that hold on it. */
async function worth(tx: Transaction, { id, tariffs, factors, time_zone }: DueStation, day: LocalDay) {
  const rollUps = await findDeviceDays(tx, [{ stationId: id, date: day.date }])
  const energyKwh = sumKnown(rollUps.map((rollUp) => rollUp.energy_kwh))
  return {
    income: sumKnown(rollUps.map((own) => incomeOf(tariffs, day, time_zone, own.energy_kwh, own.quarter_w))),
    co2_kg: energyKwh === null ? null : energyKwh * co2FactorAt(factors, day.date, time_zone),
  }
}

/**
 * Marks days that have ended since they were analysed, and adds those of which nothing came at all: a silence is
 * missing data, too.
 */
export async function closeDays(service: Service): Promise<void> {
  const now = service.now()
  await service.db.transaction((tx) => addSilentDays(tx, now, 2000))
  const before = addDays(new Date(now).toISOString().slice(0, 10), 1)
  const open = await findOpenDays(service.db.read, before, 2000)
  const ended = open.filter((day) => localDay(day.date, day.time_zone).to <= now)
  if (ended.length === 0) return
  await service.db.transaction(async (tx) => {
    for (const day of ended) await markDaysDue(tx, day.station_id, now, day.date, day.date)
  })
}
