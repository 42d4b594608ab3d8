import type { StationDay, Working } from '@helioport/contract'
import { iso, type LocalDay, localDay, localDayAt } from '@helioport/time/node'
import { findCo2Factors } from '../inventory/queries/co2-factor.ts'
import { type DeviceDayRow, findDeviceDays } from './queries/day.ts'
import { findAnalysedStation } from './queries/day-analysis.ts'
import { findClosedDay } from './queries/sums.ts'
import { findWorking } from './queries/working.ts'
import { findCapacitySpans } from '../inventory/queries/capacity.ts'
import { type DeviceRow, findDevices } from '../inventory/queries/device.ts'
import { findStations, type StationRow } from '../inventory/queries/station.ts'
import { findTariffs } from '../inventory/queries/tariff.ts'
import type { Service } from '../base/service.ts'
import { analyseDay, type DayAnalysis, type DayFacts } from './day/analyse-day.ts'
import { readDayFacts } from './day/day-facts.ts'
import { worthOf, type WorthTerms } from './day/day-worth.ts'
import { type EnergyBins, dayEnergy, hoursOf } from './day/day-energy.ts'
import { figuresOf, type WorthRow } from './figures.ts'
import { type CapacitySpan, isInOperation, stationCapacity } from '../figure/capacity.ts'
import { binCount, binMs, type Curve, upTo, upToLast } from '../figure/day-grid.ts'
import { Problem } from '../base/problem.ts'
import { qualityOf } from './day/quality.ts'
import { ageOf, freshest } from '../figure/status.ts'
import { daylightOf, sunOf } from '../figure/sun.ts'

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
 * The day, and its energy bin by bin. Its figures are those that are stored once the day is over and all of its frames
 * are in them, else those of the function whose results are stored. See getStationDay.
 */
export async function readStationDay(
  service: Service,
  accountId: string,
  stationId: string,
  date: string | undefined,
): Promise<{ day: StationDay; energy: EnergyBins }> {
  const now = service.now()
  const { read } = service.db
  const [station] = await findStations(read, accountId, now, { stationId })
  const analysed = await findAnalysedStation(read, stationId)
  if (!station || !analysed) throw new Problem('notFound')
  const day = date === undefined ? localDayAt(now, station.time_zone) : localDay(date, station.time_zone)
  const [facts, devices, rollUps, tariffs, factors, stored, spans, working] = await Promise.all([
    readDayFacts(read, { ...analysed, id: stationId }, day),
    findDevices(read, accountId, now, { stationId, removedAfter: day.from }),
    findDeviceDays(read, [{ stationId, date: day.date }]),
    findTariffs(read, [stationId]),
    findCo2Factors(read, [stationId]),
    findClosedDay(read, stationId, day.date),
    findCapacitySpans(read, [stationId]),
    findWorking(read, [stationId], now, { from: day.date, to: day.date }),
  ])
  const terms = { tariffs, factors, timeZone: station.time_zone }
  return describe({
    station,
    day,
    facts,
    devices,
    rollUps,
    terms,
    stored,
    spans,
    now,
    working: working.get(stationId) ?? null,
  })
}

interface ReadDay {
  station: StationRow
  day: LocalDay
  facts: DayFacts
  devices: readonly DeviceRow[]
  rollUps: readonly DeviceDayRow[]
  terms: WorthTerms
  stored: WorthRow | undefined
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
  const energy = dayEnergy(
    day,
    analysis.bins
      .filter(({ device }) => device.samples.length + device.steps.length > 0)
      .map((curve) => ({ steps: curve.device.counting ? curve.device.steps : null, curve })),
    station,
    { irradianceWm2, tariffs: read.terms.tariffs, income, now },
  )
  const date = { from: day.date, to: day.date }
  const reported = new Set(read.rollUps.flatMap((own) => (own.samples > 0 ? own.device_no : [])))
  const capacity = stationCapacity(read.spans, station.capacity_kwp, date, reported)
  const figures = figuresOf(read.stored ?? sumsOf(facts, analysis, worth), capacity.inOperationKwp)
  const heard = upToLast(analysis.bins.map(({ powerW }) => powerW))
  const { sunrise, sunset } = sunOf(day, station)
  const described: StationDay = {
    stationId: station.id,
    date: day.date,
    timeZone: station.time_zone,
    from: iso(day.from),
    to: iso(day.to),
    binMinutes: binMs / 60_000,
    sunrise: sunrise === null ? null : iso(sunrise),
    sunset: sunset === null ? null : iso(sunset),
    age: ageOf(freshest(read.devices), now),
    powerW: heard(analysis.powerW),
    powerCoverage: analysis.coverage,
    irradianceWm2: upTo(now, day, irradianceWm2),
    ambientC: upTo(now, day, ambientC),
    moduleC: upTo(now, day, moduleC),
    hours: hoursOf(day, energy),
    ...devicesOf(read, analysis),
    capacity,
    working: read.working,
    figures: {
      energyKwh: figures.energyKwh,
      peakPowerW: figures.peakPowerW,
      peakAt: figures.peakAt,
      specificYield: figures.specificYield,
      irradiationKwhM2: figures.irradiationKwhM2,
      performanceRatio: figures.performanceRatio,
      income: income === null ? null : figures.income,
      co2Kg: figures.co2Kg,
      coverage: figures.coverage.energy,
      performanceRatioCoverage: figures.coverage.performanceRatio,
    },
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
function devicesOf({ day, station, devices, rollUps, spans, now }: ReadDay, { bins, coverage }: DayAnalysis) {
  const binsOf = new Map(bins.map((own) => [own.device.no, own]))
  const energyOf = new Map(rollUps.map((rollUp) => [rollUp.device_no, rollUp.energy_kwh]))
  const kwpOf = new Map(spans.filter((span) => isInOperation(span, day.date)).map((span) => [span.device_no, span.kwp]))
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
    quality: qualityOf(day, coverage, known, daylightOf(day, station), now),
  }
}
