import { binMs, frameAt, zone } from './frames.ts'
import { deliver, encoded } from './loggers.ts'
import { type BenchPlant, type Caller, makePlant } from './plants.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** So much of its day a device has sent already. */
const behindMs = 20 * hourMs
/** Frames a day: 288, 8,640. */
const intervals = [binMs, 10_000] as const

/** A zone in which it is evening now: so much of the day is over, and what comes next belongs to it. */
function eveningZone(now: number): { timeZone: string; offsetMs: number } {
  const utcHour = Math.floor((now % dayMs) / hourMs)
  const hours = ((behindMs / hourMs + 1 - utcHour + 36) % 24) - 12
  // POSIX counts west of Greenwich.
  return { timeZone: `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`, offsetMs: hours * hourMs }
}

function batch({ logger, devices: [device] }: BenchPlant, ats: readonly number[], shiftMs: number) {
  const frames = ats.map((at) => ({ ...frameAt(device?.serial ?? '', 0, at + shiftMs), at }))
  return encoded(logger, ats[0] ?? 0, { devices: frames, sensors: [] })
}

/**
 * A single live frame of a device that has sent its day so far every five minutes, and of one that did every ten seconds, in
 * turns: how long each of both waited for the answer, ms.
 */
export async function timeLiveFrames(caller: Caller, firstPlant: number, rounds: number): Promise<number[][]> {
  const now = Math.floor(Date.now() / binMs) * binMs
  const place = eveningZone(now)
  const begun = now - rounds * binMs
  const senders = []
  for (const [nth, intervalMs] of intervals.entries()) {
    const plant = await makePlant(caller, firstPlant + nth, 1, place.timeZone)
    const shiftMs = place.offsetMs - zone.offsetMs
    // In batches as they are taken.
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
