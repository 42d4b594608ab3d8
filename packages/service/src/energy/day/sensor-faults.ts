import type { AcceptedStretch } from '../../telemetry/queries/accepted-value.ts'
import type { DaySensorSample } from '../../telemetry/queries/sample.ts'
import type { LocalDay } from '@helioport/time/node'
import { binMs, binOf, type Curve } from '../../figure/day-grid.ts'
import { usualInterval } from '../../figure/interval.ts'

type SensorValue = 'irradiance_wm2' | 'ambient_c' | 'module_c'

/** A period in which a value of a logger's sensors is left out; epoch ms, inclusive. */
export interface SensorFault {
  reason: 'frozen' | 'contradicted'
  loggerNo: number
  value: SensorValue
  from: number
  to: number
}

/** A sensor below this irradiance is in the dark, W/m2. */
const darkWm2 = 20
/** Real light changes within this time; under a quiet sky it stays the same to the last digit for some minutes only. */
const frozenMs = 2 * 3_600_000
/** Temperatures change within this time while the sun comes and goes; air is slower than a module. */
const frozenTemperatureMs = { module_c: 3 * 3_600_000, ambient_c: 6 * 3_600_000 } as const
/** If power changed by this factor (greatest over least, both while producing), the light cannot have been constant. */
const movedBy = 3
const producingShare = 0.02
/** Power per capacity that no plant produces in the dark, and the least time that it must last. */
const lightShare = 0.1
const contradictedMs = 3_600_000

/** Faults of the same sensors that days of other stations prove: one sensor has one verdict. */
type Elsewhere = readonly SensorFault[]

/**
 * Irradiance or temperatures that the plant's power proves wrong: a value stayed constant while power changed, or there
 * was no irradiance while there was power; the latter holds for as long as irradiance is missing without a break.
 * `powerShare`: power per capacity, 5 minutes each.
 */
export function sensorFaultsOf(
  day: LocalDay,
  readings: readonly DaySensorSample[],
  powerShare: Curve,
  elsewhere: Elsewhere = [],
): SensorFault[] {
  return [...Map.groupBy(readings, ({ logger_no }) => logger_no)].flatMap(([loggerNo, own]) => {
    const known = own.flatMap(({ at, irradiance_wm2: value, is_end: isEnd }) =>
      value === null ? [] : [{ at, value, isEnd }],
    )
    const intervalMs = usualInterval(known.map(({ at }) => at))
    const runs = (isLike: (a: Reading, b: Reading) => boolean) => runsOf(known, isLike)
    const stretchOf = (run: readonly Reading[]) => ({ from: run[0]?.at ?? 0, to: run.at(-1)?.at ?? 0 })
    const isToldOf = (reason: SensorFault['reason'], value: SensorValue, { from, to }: { from: number; to: number }) =>
      elsewhere.some(
        (own) =>
          own.loggerNo === loggerNo && own.reason === reason && own.value === value && own.from <= to && own.to >= from,
      )
    const isFrozen = (value: SensorValue, stretch: { from: number; to: number }, leastMs: number) =>
      isToldOf('frozen', value, stretch) ||
      (stretch.to - stretch.from >= leastMs && hasMoved(sharesIn(day, powerShare, stretch.from, stretch.to)))
    const frozen = runs((a, b) => a.value === b.value && a.value > darkWm2)
      .map(stretchOf)
      .filter((stretch) => isFrozen('irradiance_wm2', stretch, frozenMs))
    const isContradicted = ({ at, isEnd }: Reading) => (powerShare[binOf(day, isEnd ? at - 1 : at)] ?? 0) >= lightShare
    const isDark = ({ value: sun }: Reading) => sun <= darkWm2
    const isProved = (run: readonly Reading[]) =>
      runsOf(run, (a, b) => isContradicted(a) && isContradicted(b)).some(([first, ...rest]) => {
        const last = rest.at(-1) ?? first
        return first && last && isContradicted(first) && last.at - first.at + intervalMs >= contradictedMs
      })
    // The sensor is dead, or uses another unit: its twilight before and after is as wrong as its noon.
    const contradicted = runs((a, b) => isDark(a) && isDark(b))
      .filter((run) => run[0] && isDark(run[0]))
      .filter((run) => isProved(run) || isToldOf('contradicted', 'irradiance_wm2', stretchOf(run)))
      .map(stretchOf)
    const value = 'irradiance_wm2' as const
    return [
      ...frozen.map((stretch) => ({ reason: 'frozen' as const, loggerNo, value, ...stretch })),
      ...contradicted.map((stretch) => ({ reason: 'contradicted' as const, loggerNo, value, ...stretch })),
      ...(['module_c', 'ambient_c'] as const).flatMap((name) =>
        standingStretches(own, name)
          .filter((stretch) => isFrozen(name, stretch, frozenTemperatureMs[name]))
          .map((stretch) => ({ reason: 'frozen' as const, loggerNo, value: name, ...stretch })),
      ),
    ]
  })
}

/** Periods in which a temperature stayed constant. */
function standingStretches(readings: readonly DaySensorSample[], name: keyof typeof frozenTemperatureMs) {
  const known = readings.flatMap(({ at, [name]: degrees }) => (degrees === null ? [] : [{ at, value: degrees }]))
  return runsOf(known, (a, b) => a.value === b.value).map((run) => ({ from: run[0]?.at ?? 0, to: run.at(-1)?.at ?? 0 }))
}

interface Reading {
  at: number
  value: number
  isEnd?: boolean | undefined
}

/** Longest runs of readings in which each reading is like the one before. */
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

/** The readings without the faulty values, and the faults that count: all that no person has accepted. */
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
  const isOut = ({ logger_no, at }: DaySensorSample, name: SensorValue) =>
    open.some(({ loggerNo, value, from, to }) => value === name && loggerNo === logger_no && from <= at && at <= to)
  const kept = (reading: DaySensorSample, name: SensorValue) => (isOut(reading, name) ? null : reading[name])
  return {
    readings:
      open.length === 0
        ? [...readings]
        : readings.map((reading) => ({
            ...reading,
            irradiance_wm2: kept(reading, 'irradiance_wm2'),
            ambient_c: kept(reading, 'ambient_c'),
            module_c: kept(reading, 'module_c'),
          })),
    faults: open,
  }
}

/** Loggers whose irradiance is stuck until now, with the stuck value, W/m2; null: a person accepted such a fault. */
export function stuckNow(
  faults: readonly SensorFault[],
  { sensors, accepted }: { sensors: readonly DaySensorSample[]; accepted: readonly AcceptedStretch[] },
): { loggerNo: number; wm2: number | null }[] {
  const newest = new Map(sensors.map((reading) => [reading.logger_no, reading]))
  const stuck = faults.flatMap(({ reason, value, loggerNo, to }) => {
    const last = newest.get(loggerNo)
    const isNow = reason === 'frozen' && value === 'irradiance_wm2' && last?.at === to
    return isNow ? [{ loggerNo, wm2: last.irradiance_wm2 }] : []
  })
  const isStuck = (no: number) => stuck.some(({ loggerNo }) => loggerNo === no)
  const taken = new Set(accepted.flatMap(({ reason, loggerNo }) => (reason === 'frozen' ? [loggerNo] : [])))
  return [...stuck, ...[...taken].filter((no) => !isStuck(no)).map((loggerNo) => ({ loggerNo, wm2: null }))]
}
