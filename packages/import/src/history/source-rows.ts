import { zoneClock } from '@helioport/time'
import type { SensorName } from '../cell/units.ts'
import type { DevicedPlan } from '../guess/plan-of.ts'
import type { DeviceValues } from '../row/measured-rows.ts'
import type { HeldRow, MeasuredPlant } from '../row/read-plant.ts'
import { RowList } from './row-list.ts'

/** Rows of a device, or of the sensors, as they are sent to the portal. */
export interface SourceRows {
  /** Null: the sensors. */
  deviceId: string | null
  /** Usual distance of rows. */
  intervalS: number
  /** For a device: instant, power, DC power (W), lifetime counter, daily counter (kWh). */
  rows: RowList
}

const msPerHour = 3_600_000
const sensorOrder: readonly SensorName[] = ['irradianceWm2', 'horizontalWm2', 'ambientC', 'moduleC', 'windMs']

/**
 * The read rows by source, each at the instant from which its values hold: a logger's frame holds until the next one.
 * Where energy was measured, power is its mean, so that sums equal those of the file. No lifetime counter is invented:
 * it would not fit the counters of other loggers before and after.
 */
export function sourceRows(plant: MeasuredPlant, plan: DevicedPlan): SourceRows[] {
  const isEnd = plan.time.stamp === 'end'
  const intervalS = Math.min(3600, Math.max(60, Math.round(plant.intervalMs / 1000)))
  const devices = plan.deviceIds.map((deviceId, index): SourceRows => {
    const own: SourceRows = { deviceId, intervalS, rows: new RowList(5) }
    const held = plant.rows.filter((row) => row.holds[index])
    for (const [nth, row] of held.entries()) {
      const hold = row.holds[index]
      const values = row.devices[index]
      if (!hold || !values) continue
      const power = powerOf(values, hold.ms) ?? powerUntil(held[nth + 1], row, index)
      // A counter is read at its instant; a mean holds from the start of its interval.
      const at = isEnd && values.energyTotalKwh === undefined ? row.at - hold.ms : row.at
      const { dcPowerW = null, energyTotalKwh = null, energyTodayKwh = null } = values
      own.rows.push([at, power, dcPowerW, energyTotalKwh, energyTodayKwh], row)
    }
    return own
  })
  const sensors: SourceRows = { deviceId: null, intervalS, rows: new RowList(1 + sensorOrder.length) }
  for (const row of plant.rows) {
    if (!row.sensorHold) continue
    const at = isEnd ? row.at - row.sensorHold.ms : row.at
    sensors.rows.push([at, ...sensorOrder.map((name) => row.sensors[name] ?? null)], row)
  }
  return [...devices, sensors].filter(({ rows }) => rows.length > 0)
}

/** Mean power of a row, W. */
function powerOf({ energyKwh, powerW }: DeviceValues, holdMs: number): number | null {
  if (energyKwh !== undefined && holdMs > 0) return (energyKwh * 1000 * msPerHour) / holdMs
  return powerW ?? null
}

/** Mean power until the next reading of the day, W, where only a daily counter was measured. */
function powerUntil(next: HeldRow | undefined, row: HeldRow, index: number): number | null {
  const { energyTodayKwh: from, energyTotalKwh: total } = row.devices[index] ?? {}
  const to = next?.devices[index]?.energyTodayKwh
  const hold = row.holds[index]
  if (total !== undefined || from === undefined || to === undefined || to < from || !next || !hold || hold.gap)
    return null
  return ((to - from) * 1000 * msPerHour) / (next.at - row.at)
}

export interface DaySum {
  date: string
  /** Null: no device was measured. */
  kwh: number | null
}

/** Energy of the local days of a zone over all devices: by counters, else by power. DC power is not used. */
export function daySums(sources: readonly SourceRows[], zone: string): DaySum[] {
  const clock = zoneClock(zone)
  const days = new Map<number, number | null>()
  for (const { deviceId, rows, intervalS } of sources) {
    if (deviceId === null) continue
    const longest = 1.5 * intervalS * 1000
    for (let nth = 0; nth < rows.length; nth += 1) {
      const [at, power, , total] = rows.at(nth) ?? []
      const [next, , , nextTotal] = rows.at(nth + 1) ?? []
      const step = (next ?? Infinity) - (at ?? 0)
      const holdMs = step > longest ? intervalS * 1000 : step
      const counted = typeof total === 'number' && typeof nextTotal === 'number' ? nextTotal - total : null
      const kwh = counted ?? (typeof power === 'number' ? (power * holdMs) / 1000 / msPerHour : null)
      const day = clock.dayNumber(at ?? 0)
      const before = days.get(day) ?? null
      days.set(day, kwh === null ? before : (before ?? 0) + Math.max(0, kwh))
    }
  }
  return [...days]
    .toSorted(([a], [b]) => a - b)
    .map(([day, kwh]) => ({ date: new Date(day * 86_400_000).toISOString().slice(0, 10), kwh }))
}

/** Identifies file and plan, so that an interrupted import is found again. Not cryptographic; it needs no secrecy. */
export function fingerprintOf(sources: readonly SourceRows[]): string {
  let [a, b] = [0x811c9dc5, 0x01000193]
  const mix = (value: number) => {
    a = Math.imul(a ^ value, 0x85ebca6b)
    a ^= a >>> 13
    b = Math.imul(b + value, 0xc2b2ae35)
    b ^= b >>> 15
  }
  const words = new Float64Array(1)
  const bits = new Int32Array(words.buffer)
  const take = (value: number) => {
    words[0] = value
    mix(bits[0] ?? 0)
    mix(bits[1] ?? 0)
  }
  for (const { deviceId, rows } of sources) {
    for (const sign of deviceId ?? '-') mix(sign.codePointAt(0) ?? 0)
    for (const row of rows) for (const value of row) take(value ?? Number.NaN)
  }
  const count = sources.reduce((sum, { rows }) => sum + rows.length, 0)
  return `${(a >>> 0).toString(16).padStart(8, '0')}${(b >>> 0).toString(16).padStart(8, '0')}-${count}`
}
