import type { StationDay } from '@helioport/contract'
import { iso, type LocalDay, localDay, localDayAt } from '@helioport/time/node'
import { findCo2Factors } from '../inventory/queries/co2-factor.ts'
import { type DayContext, findDayContexts } from '../telemetry/queries/counter-points.ts'
import { type DeviceDayRow, findDeviceDays } from './queries/day.ts'
import { type DeviceRow, findDevices } from '../inventory/queries/device.ts'
import {
  type DaySample,
  type DaySensorSample,
  findDaySamples,
  findDaySensorSamples,
} from '../telemetry/queries/sample.ts'
import { findStations, type StationRow } from '../inventory/queries/station.ts'
import { findTariffs } from '../inventory/queries/tariff.ts'
import type { Service } from '../base/service.ts'
import { usualOf } from './analyse-day.ts'
import { deviceBinEnergies } from './bin-energy.ts'
import { co2FactorAt, type DatedCo2Factor } from '../figure/co2.ts'
import { type DayStep, daySteps, intervalsOf } from './counter-steps.ts'
import { coverageOf } from '../figure/coverage.ts'
import { type EnergyBins, dayEnergy, hoursOf } from './day-energy.ts'
import { binMs, peakOf, upTo } from '../figure/day-grid.ts'
import { deviceCurve, stationCurve } from './device-curve.ts'
import { irradiationOf, performanceRatio } from '../figure/performance-ratio.ts'
import { Problem } from '../base/problem.ts'
import { qualityOf } from './quality.ts'
import { ageOf, freshest } from '../figure/status.ts'
import { sensorCurves } from './sensor-curves.ts'
import { sumKnown } from '../figure/sum-known.ts'
import { daylightOf, sunOf } from '../figure/sun.ts'
import { incomeOf, type Rate } from '../figure/tariff.ts'

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

/** The day, and its energy bin by bin. See getStationDay. */
export async function readStationDay(
  service: Service,
  accountId: string,
  stationId: string,
  date: string | undefined,
): Promise<{ day: StationDay; energy: EnergyBins }> {
  const now = service.now()
  const [station] = await findStations(service.db.read, accountId, now, { stationId })
  if (!station) throw new Problem('notFound')
  const day = date === undefined ? localDayAt(now, station.time_zone) : localDay(date, station.time_zone)
  const devices = await findDevices(service.db.read, accountId, now, { stationId, removedAfter: day.from })
  const [samples, contexts, sensors, rollUps, tariffs, co2Factors] = await Promise.all([
    findDaySamples(
      service.db.read,
      devices.map((device) => device.no),
      day,
    ),
    findDayContexts(
      service.db.read,
      devices.map(({ no, counter_kwh }) => ({ no, counting: counter_kwh !== null })),
      day,
    ),
    findDaySensorSamples(service.db.read, stationId, day),
    findDeviceDays(service.db.read, [{ stationId, date: day.date }]),
    findTariffs(service.db.read, [stationId]),
    findCo2Factors(service.db.read, [stationId]),
  ])
  const steps = daySteps(devices, samples, contexts, day)
  return describe(station, day, { devices, samples, contexts, steps, sensors, rollUps, tariffs, co2Factors }, now)
}

interface Facts {
  devices: readonly DeviceRow[]
  samples: readonly DaySample[]
  contexts: readonly DayContext[]
  steps: readonly DayStep[]
  sensors: readonly DaySensorSample[]
  rollUps: readonly DeviceDayRow[]
  tariffs: readonly Rate[]
  co2Factors: readonly DatedCo2Factor[]
}

function incomeOfDevices({ rollUps, tariffs }: Facts, day: LocalDay, timeZone: string): number | null {
  return sumKnown(rollUps.map((rollUp) => incomeOf(tariffs, day, timeZone, rollUp.energy_kwh, rollUp.quarter_w)))
}

/** A device that was not heard of for so long is waited for no more. */
const forgottenMs = 30 * 24 * 3_600_000

/** When a device is expected to answer on that day, epoch ms; null: not at all. */
function expectedOn(
  day: LocalDay,
  device: DeviceRow,
  samples: readonly DaySample[],
  steps: readonly DayStep[],
): { from: number; to: number } | null {
  const to = Math.min(day.to, device.removed_at ?? Infinity)
  const first = samples.at(0)
  if (!first) {
    const isExpected = device.installed_on <= day.date && device.ts !== null && device.ts >= day.from - forgottenMs
    return isExpected ? { from: day.from, to } : null
  }
  // A counter that reaches back to before the first frame was read before.
  const isNew = device.counter_kwh !== null && !steps.some((step) => step.from < first.at)
  return { from: isNew ? first.at : day.from, to }
}

function describe(
  station: StationRow,
  day: LocalDay,
  facts: Facts,
  now: number,
): { day: StationDay; energy: EnergyBins } {
  const samplesOf = Map.groupBy(facts.samples, (sample) => sample.device_no)
  const stepsOf = Map.groupBy(facts.steps, (step) => step.device_no)
  const rollUpOf = new Map(facts.rollUps.map((rollUp) => [rollUp.device_no, rollUp]))
  const formerOf = new Map(facts.contexts.map(({ device_no, former }) => [device_no, former]))
  const devices = facts.devices.map((device) => {
    const samples = samplesOf.get(device.no) ?? []
    const intervals = intervalsOf(formerOf.get(device.no) ?? [], samples)
    const steps = stepsOf.get(device.no) ?? []
    const curve = deviceCurve(day, samples, device.rated_power_w, station, intervals.usualMs)
    const presence = rollUpOf.get(device.no)
    return {
      device,
      samples,
      steps,
      intervals,
      curve,
      ratedW: device.rated_power_w,
      loggerSince: device.logger_created_at,
      presence,
    }
  })
  const present = devices.filter(({ samples }) => samples.length > 0)
  const expected = devices.flatMap(({ device, samples, steps, intervals, curve }) => {
    const span = present.length === 0 ? null : expectedOn(day, device, samples, steps)
    return span ? [{ ...curve, ...span, intervalMs: intervals.lastMs, capacityKwp: device.capacity_kwp }] : []
  })
  const { powerW, coverage } = stationCurve(day, expected, now)
  const { irradianceWm2, ambientC, moduleC } = sensorCurves(day, facts.sensors, usualOf(devices))
  const light = daylightOf(day, station)
  const isLight = (bin: number) => {
    const from = day.from + bin * binMs
    return light !== null && from >= light.from && from + binMs <= Math.min(light.to, now)
  }
  const ownKwp = facts.devices.reduce((sum, { capacity_kwp, removed_at }) => sum + (removed_at ? 0 : capacity_kwp), 0)
  const scale = ownKwp > 0 ? station.capacity_kwp / ownKwp : 1
  const ratio = performanceRatio(
    present.map(({ device, steps, curve }) => ({
      energyKwh: deviceBinEnergies(day, device.counter_kwh === null ? null : steps, curve),
      capacityKwp: device.capacity_kwp * scale,
    })),
    irradianceWm2,
    isLight,
  )
  const lightBins = irradianceWm2.filter((_, bin) => isLight(bin)).length * present.length
  const energyKwh = sumKnown(devices.map(({ presence }) => presence?.energy_kwh ?? null))
  const peak = peakOf(day, powerW)
  const { sunrise, sunset } = sunOf(day, station)
  const mayIncome = station.rights.includes('income')
  const counting = devices.flatMap(({ device, samples, steps, curve }) =>
    samples.length + steps.length === 0 ? [] : [{ steps: device.counter_kwh === null ? null : steps, curve }],
  )
  const income = mayIncome ? incomeOfDevices(facts, day, station.time_zone) : null
  const energy = dayEnergy(day, counting, station, { irradianceWm2, tariffs: facts.tariffs, income, now })
  const described: StationDay = {
    stationId: station.id,
    date: day.date,
    timeZone: station.time_zone,
    from: iso(day.from),
    to: iso(day.to),
    binMinutes: binMs / 60_000,
    sunrise: sunrise === null ? null : iso(sunrise),
    sunset: sunset === null ? null : iso(sunset),
    age: ageOf(freshest(facts.devices), now),
    powerW,
    powerCoverage: coverage,
    irradianceWm2: upTo(now, day, irradianceWm2),
    ambientC: upTo(now, day, ambientC),
    moduleC: upTo(now, day, moduleC),
    hours: hoursOf(day, energy),
    devices: devices.map(({ device, curve, presence }) => ({
      deviceId: device.id,
      name: device.name,
      powerW: upTo(now, day, curve.powerW),
      energyKwh: presence?.energy_kwh ?? null,
    })),
    quality: qualityOf(day, coverage, devices, light, now),
    figures: {
      energyKwh,
      peakPowerW: peak?.value ?? null,
      peakAt: peak?.at ?? null,
      specificYield: energyKwh === null ? null : energyKwh / station.capacity_kwp,
      irradiationKwhM2: irradiationOf(irradianceWm2),
      performanceRatio: ratio.ratio,
      income,
      co2Kg: energyKwh === null ? null : energyKwh * co2FactorAt(facts.co2Factors, day.date, station.time_zone),
      coverage: coverageOf(
        devices.filter(({ device }) => device.ts !== null && device.installed_on <= day.date),
        day,
        station,
        now,
      ),
      performanceRatioCoverage:
        lightBins === 0 || irradianceWm2.every((sun) => sun === null) ? null : ratio.bins / lightBins,
    },
  }
  return { day: described, energy }
}
