import type { StationDay, Working } from '@helioport/contract'
import { DayBook, type LocalDay, localDay, localDayAt } from '@helioport/time/node'
import { findAsideInstants } from '../telemetry/queries/kept-aside.ts'
import { findCo2Factors } from '../inventory/queries/co2-factor.ts'
import { type DeviceDayRow, findDeviceDays } from './queries/day.ts'
import { findAnalysedStation } from './queries/day-analysis.ts'
import { findKeptDay } from './queries/kept-day.ts'
import { findClosedDay, findStationSums } from './queries/sums.ts'
import { findWorking } from './queries/working.ts'
import { findCapacitySpans } from '../inventory/queries/capacity.ts'
import { type DeviceRow, findDevices } from '../inventory/queries/device.ts'
import { findStations, type StationRow } from '../inventory/queries/station.ts'
import { findTariffs } from '../inventory/queries/tariff.ts'
import type { Service } from '../base/service.ts'
import { analyseDay, type DayAnalysis, type DayFacts } from './day/analyse-day.ts'
import { readDayFacts } from './day/day-facts.ts'
import { worthOf, type WorthTerms } from './day/day-worth.ts'
import { type EnergyBins, dayEnergy, hoursOf, quarterEnergy } from './day/day-energy.ts'
import { capacityOn, dayFigures, stationHead } from './day-reply.ts'
import { figuresOf, type WorthRow } from './figures.ts'
import { describeKept } from './kept-station-day.ts'
import { type CapacitySpan, kwpOn } from '../figure/capacity.ts'
import { binCount, binMs, type Curve, upTo, upToLast } from '../figure/day-grid.ts'
import { Problem } from '../base/problem.ts'
import { qualityOf } from './day/quality.ts'
import { StepShares } from './day/step-shares.ts'
import { daylightOf } from '../figure/sun.ts'

/**
 * One local day of a station; without a date: today there.
 * @throws Problem notFound
 */
export async function getStationDay(
  service: Service,
  accountId: string,
  stationId: string,
  date: string | undefined,
): Promise<StationDay> {
  return (await readStationDay(service, accountId, stationId, date)).day
}

/**
 * The day, and its energy bin by bin. Its figures are the stored ones once the day is over and all of its frames are
 * counted; before, they come from the same function whose results are stored. See getStationDay.
 */
export async function readStationDay(
  service: Service,
  accountId: string,
  stationId: string,
  date: string | undefined,
): Promise<{ day: StationDay; energy: EnergyBins }> {
  const now = service.now()
  const { recent: read } = service.db
  const [station] = await findStations(read, accountId, now, { stationId })
  const analysed = await findAnalysedStation(read, stationId)
  if (!station || !analysed) throw new Problem('notFound')
  const day = date === undefined ? localDayAt(now, station.time_zone) : localDay(date, station.time_zone)
  const [kept, devices, rollUps, tariffs, factors, spans, found] = await Promise.all([
    findKeptDay(read, stationId, day.date),
    findDevices(read, accountId, now, { stationId, removedAfter: day.from }),
    findDeviceDays(read, [{ stationId, date: day.date }]),
    findTariffs(read, [stationId]),
    findCo2Factors(read, [stationId]),
    findCapacitySpans(read, [stationId]),
    findWorking(read, [stationId], now, { from: day.date, to: day.date }),
  ])
  const terms = { tariffs, factors, timeZone: station.time_zone }
  const working = found.get(stationId) ?? null
  const all = { station, day, devices, rollUps, terms, spans, working, now }
  if (kept) {
    const [sums] = await findStationSums(read, [stationId], 'day', { from: day.date, to: day.date })
    return describeKept({ ...all, kept, sums })
  }
  const [facts, stored, keptOut] = await Promise.all([
    readDayFacts(read, { ...analysed, id: stationId }, day),
    findClosedDay(read, stationId, day.date),
    findAsideInstants(read, { stationId }, day),
  ])
  return describe({ ...all, facts, stored, keptOut })
}

interface ReadDay {
  station: StationRow
  day: LocalDay
  facts: DayFacts
  devices: readonly DeviceRow[]
  rollUps: readonly DeviceDayRow[]
  terms: WorthTerms
  stored: WorthRow | undefined
  keptOut: readonly { from: number; to: number }[]
  spans: readonly CapacitySpan[]
  working: Working | null
  now: number
}

function describe(read: ReadDay): { day: StationDay; energy: EnergyBins } {
  const { station, day, facts, now } = read
  const analysis = analyseDay(facts, day, now)
  const { irradianceWm2, ambientC, moduleC } = analysis.sensors
  const worth = worthOf(read.rollUps, day, read.terms)
  const income = station.rights.includes('income') ? worth.income : null
  const prices = { ...read.terms, isTold: income !== null }
  const ratedOf = new Map(facts.devices.map(({ no, ratedW }) => [no, ratedW]))
  const quarters = quarterEnergy(
    day,
    read.rollUps
      .filter(({ samples, energy_kwh }) => samples > 0 || energy_kwh !== null)
      .map((stored) => ({ ratedW: ratedOf.get(stored.device_no) ?? 0, stored })),
    station,
    now,
    prices,
  )
  const energy = dayEnergy(
    day,
    analysis.bins
      .filter(({ device }) => device.telling.length + device.steps.length > 0)
      .map((curve) => ({ steps: curve.device.counting ? curve.device.steps : null, curve })),
    new StepShares(new DayBook(station.time_zone), station),
    now,
    prices,
  )
  const capacity = capacityOn(read)
  const figures = figuresOf(read.stored ?? sumsOf(facts, analysis, worth), capacity.inOperationKwp)
  const heard = upToLast(analysis.bins.map(({ powerW }) => powerW))
  const described: StationDay = {
    ...stationHead(station, day, read.devices, binMs / 60_000, now),
    powerW: heard(analysis.powerW),
    powerCoverage: analysis.coverage,
    irradianceWm2: upTo(now, day, irradianceWm2),
    ambientC: upTo(now, day, ambientC),
    moduleC: upTo(now, day, moduleC),
    hours: hoursOf(day, quarters),
    ...devicesOf(read, analysis),
    capacity,
    working: read.working,
    figures: dayFigures(figures, income),
  }
  return { day: described, energy }
}

/** The sums of a day as they will be stored. */
function sumsOf({ station }: DayFacts, analysis: DayAnalysis, worth: ReturnType<typeof worthOf>): WorthRow {
  return {
    ...analysis.station,
    days: 1,
    known_days: worth.energyKwh === null ? 0 : 1,
    pr25_warmth_kwh: analysis.station.pr25_heat_kwh * station.temperatureCoefficient,
    energy_kwh: worth.energyKwh,
    income: worth.income,
    co2_kg: worth.co2Kg,
  }
}

/** Curves of the devices that the account sees there, and the stretches that are not plain live data. */
function devicesOf(read: ReadDay, { bins, told, faults }: DayAnalysis) {
  const { day, station, devices, rollUps, spans, keptOut, now } = read
  const binsOf = new Map(bins.map((own) => [own.device.no, own]))
  const energyOf = new Map(rollUps.map((rollUp) => [rollUp.device_no, rollUp.energy_kwh]))
  const kwpOf = kwpOn(spans, day.date)
  const unknown: Curve = Array.from({ length: binCount(day) }, () => null)
  const known = devices.flatMap((device) => {
    const own = binsOf.get(device.no)?.device
    return own ? [{ ...own, loggerSince: device.logger_created_at }] : []
  })
  return {
    devices: devices.map((device) => {
      const energyKwh = energyOf.get(device.no) ?? null
      return {
        deviceId: device.id,
        name: device.name,
        powerW: upTo(now, day, binsOf.get(device.no)?.powerW ?? unknown),
        energyKwh,
        specificYield: energyKwh === null ? null : energyKwh / (kwpOf.get(device.no) ?? device.capacity_kwp),
      }
    }),
    quality: qualityOf(day, told, known, daylightOf(day, station), now, [...faults, ...keptOut]),
  }
}
