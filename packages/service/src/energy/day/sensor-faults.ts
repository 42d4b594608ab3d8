import type { AcceptedStretch } from '../../telemetry/queries/accepted-value.ts'
import type { DaySensorSample } from '../../telemetry/queries/sample.ts'
import type { LocalDay } from '@helioport/time/node'
import { binMs, binOf, type Curve } from '../../figure/day-grid.ts'
import { usualInterval } from '../../figure/interval.ts'

/** A stretch in which the irradiance of a logger's sensors is kept out; epoch ms, both ends included. */
export interface SensorFault {
  reason: 'frozen' | 'contradicted'
  loggerNo: number
  from: number
  to: number
}

/** Irradiance under this is that of a sensor in the dark, W/m2. */
const darkWm2 = 20
/** Real light changes within such a time; a quiet sky holds it to the digit for some minutes. */
const frozenMs = 2 * 3_600_000
/** So much must the power move (greatest over least, both while producing) that the light cannot have stood still. */
const movedBy = 3
const producingShare = 0.02
/** Power per capacity that no plant makes in the dark; for at least so long. */
const lightShare = 0.1
const contradictedMs = 3_600_000

/**
 * Irradiance that what the plant made at the same time proves wrong: it stood still while the power moved, or there was
 * none while there was power. `powerShare`: power per capacity, 5 minutes each.
 */
export function sensorFaultsOf(day: LocalDay, readings: readonly DaySensorSample[], powerShare: Curve): SensorFault[] {
  return [...Map.groupBy(readings, ({ logger_no }) => logger_no)].flatMap(([loggerNo, own]) => {
    const known = own.flatMap(({ at, irradiance_wm2: sun }) => (sun === null ? [] : [{ at, sun }]))
    const intervalMs = usualInterval(known.map(({ at }) => at))
    const runs = (isLike: (a: Reading, b: Reading) => boolean) => runsOf(known, isLike)
    const stretchOf = (run: readonly Reading[]) => ({ from: run[0]?.at ?? 0, to: run.at(-1)?.at ?? 0 })
    const frozen = runs((a, b) => a.sun === b.sun && a.sun > darkWm2)
      .map(stretchOf)
      .filter(({ from, to }) => to - from >= frozenMs && hasMoved(sharesIn(day, powerShare, from, to)))
    const isContradicted = ({ at, sun }: Reading) => sun <= darkWm2 && (powerShare[binOf(day, at)] ?? 0) >= lightShare
    const contradicted = runs((a, b) => isContradicted(a) && isContradicted(b))
      .filter((run) => run[0] && isContradicted(run[0]))
      .map(stretchOf)
      .filter(({ from, to }) => to - from + intervalMs >= contradictedMs)
    return [
      ...frozen.map((stretch) => ({ reason: 'frozen' as const, loggerNo, ...stretch })),
      ...contradicted.map((stretch) => ({ reason: 'contradicted' as const, loggerNo, ...stretch })),
    ]
  })
}

interface Reading {
  at: number
  sun: number
}

/** Longest stretches of readings of which each is like the one before. */
function runsOf(readings: readonly Reading[], isLike: (a: Reading, b: Reading) => boolean): Reading[][] {
  const runs: Reading[][] = []
  for (const reading of readings) {
    const last = runs.at(-1)
    const former = last?.at(-1)
    if (last && former && isLike(former, reading)) last.push(reading)
    else runs.push([reading])
  }
  return runs
}

function sharesIn(day: LocalDay, powerShare: Curve, from: number, to: number): number[] {
  const first = Math.max(0, binOf(day, from))
  return powerShare.slice(first, Math.floor((to - day.from) / binMs) + 1).filter((share) => share !== null)
}

function hasMoved(shares: readonly number[]): boolean {
  const producing = shares.filter((share) => share >= producingShare)
  return producing.length > 0 && Math.max(...producing) > movedBy * Math.min(...producing)
}

/** The readings without what is kept out, and which faults those are: not those that a person has taken for true. */
export function withoutFaults(
  readings: readonly DaySensorSample[],
  faults: readonly SensorFault[],
  accepted: readonly AcceptedStretch[],
): { readings: DaySensorSample[]; faults: SensorFault[] } {
  const open = faults.filter(
    (fault) =>
      !accepted.some(
        ({ reason, loggerNo, deviceNo, from, to }) =>
          reason === fault.reason &&
          loggerNo === fault.loggerNo &&
          deviceNo === null &&
          from <= fault.from &&
          to >= fault.to,
      ),
  )
  const isOut = ({ logger_no, at }: DaySensorSample) =>
    open.some(({ loggerNo, from, to }) => loggerNo === logger_no && from <= at && at <= to)
  return {
    readings: readings.map((reading) => (isOut(reading) ? { ...reading, irradiance_wm2: null } : reading)),
    faults: open,
  }
}
