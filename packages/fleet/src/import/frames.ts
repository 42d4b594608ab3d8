import { deviceModes } from '@helioport/contract'
import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import type { DevicePlan, DeviceValues, HeldRow } from '@helioport/import'
import { dailyCounter, type MadeCounter, madeCounter } from './counters.ts'
import type { PlantMap } from './plant-map.ts'

export interface MeasuredFrames {
  /** Measurement time of all of them, epoch ms. */
  at: number
  devices: DeviceFrame[]
  sensors: SensorFrame[]
}

const kwhDigits = 1e6
const msPerHour = 3_600_000

/** Whether energy comes from a device's power or energies: not from its counters, and not from DC power alone. */
export const isMeasured = ({ power, energy, energyToday, energyTotal }: DevicePlan): boolean =>
  !energyToday && !energyTotal && (power ?? energy) !== undefined

/** Energy of a row, kWh: measured, or power times the duration that the row covers. */
export const energyOf = ({ energyKwh, powerW }: DeviceValues, holdMs: number): number =>
  energyKwh ?? ((powerW ?? 0) * holdMs) / 1000 / msPerHour

/** Mean power of a row, W, also if only its energy was measured. */
const powerOf = ({ energyKwh, powerW }: DeviceValues, holdMs: number): number | undefined =>
  powerW ?? (energyKwh === undefined || holdMs === 0 ? undefined : (energyKwh * 1000 * msPerHour) / holdMs)

/** Converts rows to the frames that a logger would have sent, ordered by time. */
export function* measuredFrames(map: PlantMap, rows: Iterable<HeldRow>): Generator<MeasuredFrames> {
  const devices = map.devices.map((device) => frameMaker(device, map.time.stamp ?? 'start'))
  let waiting: DeviceFrame[] = []
  /**
   * Emits readings at the ends of intervals before gaps, so that their energy is not attributed to the time after the
   * gap.
   */
  function* closed(before: number): Generator<MeasuredFrames> {
    const due = waiting.filter(({ at }) => at < before).sort((a, b) => a.at - b.at)
    waiting = waiting.filter(({ at }) => at >= before)
    for (const at of new Set(due.map((frame) => frame.at))) {
      yield { at, devices: due.filter((frame) => frame.at === at), sensors: [] }
    }
  }
  for (const row of rows) {
    yield* closed(row.at)
    const made = devices.flatMap((maker, i) => {
      const hold = row.holds[i]
      return hold ? [maker(row.at, row.devices[i] ?? {}, hold)] : []
    })
    waiting.push(...made.flatMap(({ closing }) => closing ?? []))
    const sensors = row.sensorHold ? [{ at: row.at, ...row.sensors }] : []
    yield { at: row.at, devices: made.map(({ frame }) => frame), sensors }
  }
  yield* closed(Number.POSITIVE_INFINITY)
}

type Hold = NonNullable<HeldRow['holds'][number]>

function frameMaker(device: PlantMap['devices'][number], stamp: 'start' | 'end') {
  const made: MadeCounter | null = isMeasured(device) ? madeCounter(stamp) : null
  const daily = dailyCounter()
  const frameOf = (
    at: number,
    powerW: number | undefined,
    counterKwh: number | undefined,
    dcPowerW = 0,
  ): DeviceFrame => ({
    serial: device.serial,
    at,
    mode: (powerW ?? dcPowerW) > 0 ? deviceModes.onGrid : deviceModes.standby,
    errorWord: 0,
    powerW: powerW ?? null,
    ...(counterKwh !== undefined && { energyTotalKwh: Math.round(counterKwh * kwhDigits) / kwhDigits }),
  })
  const counterAt = (at: number, values: DeviceValues, hold: Hold) => {
    if (made) return made.at(at, energyOf(values, hold.ms), hold.ms)
    if (values.energyTotalKwh !== undefined) return values.energyTotalKwh
    return values.energyTodayKwh === undefined || device.energyTotal ? undefined : daily(values.energyTodayKwh)
  }
  return (at: number, values: DeviceValues, hold: Hold): { frame: DeviceFrame; closing: DeviceFrame | null } => {
    const frame = frameOf(at, powerOf(values, hold.ms), counterAt(at, values, hold), values.dcPowerW)
    if (values.dcPowerW !== undefined) frame.dcPowerW = values.dcPowerW
    if (values.energyTodayKwh !== undefined) frame.energyTodayKwh = values.energyTodayKwh
    const close = hold.gap ? made?.closing() : undefined
    const closing = close && { ...frameOf(close.at, undefined, close.energyTotalKwh), mode: deviceModes.onGrid }
    return { frame, closing: closing ?? null }
  }
}
