import { binMs, frameAt, zone } from './frames.ts'
import { deliver, encoded } from './loggers.ts'
import { type BenchPlant, type Caller, makePlant } from './plants.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Part of its day that a device has already sent. */
const behindMs = 20 * hourMs
/** Intervals for 288 and 8,640 frames a day. */
const intervals = [binMs, 10_000] as const

/**
 * A time zone in which it is evening now: `behindMs` of the day have passed, and the next frames are on the same day.
 */
function eveningZone(now: number): { timeZone: string; offsetMs: number } {
  const utcHour = Math.floor((now % dayMs) / hourMs)
  const hours = ((behindMs / hourMs + 1 - utcHour + 36) % 24) - 12
  // POSIX offsets are positive west of Greenwich.
  return { timeZone: `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`, offsetMs: hours * hourMs }
}

function batch({ logger, devices: [device] }: BenchPlant, ats: readonly number[], shiftMs: number) {
  const frames = ats.map((at) => ({ ...frameAt(device?.serial ?? '', 0, at + shiftMs), at }))
  return encoded(logger, ats[0] ?? 0, { devices: frames, sensors: [] })
}

/**
 * Response times (ms) of single live frames, in turns of a device that has sent every five minutes of its day, and of
 * one that has sent every ten seconds.
 */
export async function timeLiveFrames(caller: Caller, firstPlant: number, rounds: number): Promise<number[][]> {
  const now = Math.floor(Date.now() / binMs) * binMs
  const place = eveningZone(now)
  const begun = now - rounds * binMs
  const senders = []
  for (const [nth, intervalMs] of intervals.entries()) {
    const plant = await makePlant(caller, firstPlant + nth, 1, place.timeZone)
    const shiftMs = place.offsetMs - zone.offsetMs
    // Batches of an accepted size.
    for (let from = begun - behindMs; from < begun; from += hourMs)
      await deliver(caller.url, batch(plant, Array.from({ length: hourMs / intervalMs }, (_, bin) => from + bin * intervalMs), shiftMs)) // prettier-ignore
    senders.push({ plant, intervalMs, shiftMs, ms: [] as number[] })
  }
  for (let round = 0; round < rounds; round += 1)
    for (const { plant, intervalMs, shiftMs, ms } of senders) {
      const one = batch(plant, [begun + round * intervalMs], shiftMs)
      const since = performance.now()
      await deliver(caller.url, one)
      ms.push(performance.now() - since)
    }
  return senders.map(({ ms }) => ms)
}
