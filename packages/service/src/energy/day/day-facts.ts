import type { LocalDay } from '@helioport/time/node'
import type { Session } from '../../database/session.ts'
import { type DayContext, findDayContexts } from '../../telemetry/queries/counter-points.ts'
import { type DaySample, findDaySamples, findDaySensorSamples } from '../../telemetry/queries/sample.ts'
import type { DayFacts } from './analyse-day.ts'
import { framesOfDay } from '../../figure/day-grid.ts'
import { findEvenings } from './evening-before.ts'
import type { DayStep } from './day-step.ts'
import { daySteps, intervalsOf, tellingEvening } from './day-steps.ts'
import type { AnalysedDevice } from './device-bins.ts'
import { findSensorVerdicts } from '../queries/sensor-fault.ts'
import {
  type AnalysedDeviceRow,
  type AnalysedStationRow,
  findAnalysedDevices,
  findUsualRatio,
} from '../queries/day-analysis.ts'

/** Reads the facts of a day: the same for the job that stores its sums and for the page that shows it. */
export async function readDayFacts(
  db: Session,
  station: AnalysedStationRow & { id: string },
  day: LocalDay,
): Promise<DayFacts> {
  const rows = await findAnalysedDevices(db, station.id, day)
  const nos = rows.map((device) => device.no)
  const isSilent = rows.every((device) => !device.is_told)
  const samples = isSilent ? [] : await findDaySamples(db, nos, day)
  const contexts = await findDayContexts(db, rows, day)
  const counting = rows.filter((device) => device.counting)
  const evenings = await findEvenings(db, tellingEvening(counting, samples, contexts, day), day, station)
  const steps = daySteps(counting, samples, contexts, day, station, evenings)
  const devices = devicesOf(rows, samples, contexts, day, steps)
  return {
    station: {
      timeZone: station.time_zone,
      latitude: station.latitude,
      longitude: station.longitude,
      temperatureCoefficient: station.temperature_coefficient,
      usualRatio: await findUsualRatio(db, station.id, day.date),
    },
    devices,
    sensors: await findDaySensorSamples(db, station.id, day),
    ...(await findSensorVerdicts(db, station.id, day)),
  }
}

function devicesOf(
  rows: readonly AnalysedDeviceRow[],
  read: readonly DaySample[],
  contexts: readonly DayContext[],
  day: LocalDay,
  steps: readonly DayStep[],
): AnalysedDevice[] {
  const readOf = Map.groupBy(read, (sample) => sample.device_no)
  const formerOf = new Map(contexts.map(({ device_no, former }) => [device_no, former]))
  const stepsOf = Map.groupBy(steps, (step) => step.device_no)
  return rows.map((device) => {
    const { samples, telling } = framesOfDay(day, readOf.get(device.no) ?? [])
    return {
      no: device.no,
      loggerNo: device.logger_no,
      capacityKwp: device.capacity_kwp,
      ratedW: device.rated_power_w,
      counting: device.counting,
      samples,
      telling,
      steps: stepsOf.get(device.no) ?? [],
      intervals: intervalsOf(formerOf.get(device.no) ?? [], samples),
      seenBefore: device.seen_before,
      since: device.since,
      removedAt: device.removed_at,
    }
  })
}
