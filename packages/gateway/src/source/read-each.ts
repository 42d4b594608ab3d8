import type { Reading } from './source.ts'
import { SourceAway, SourceTrouble, type Trouble, troublesOf, wordsOf } from './trouble.ts'

export interface ReadOfEach {
  readings: Reading[]
  /** Troubles of the devices without a reading. */
  away: Trouble[]
}

/**
 * Readings of each device of a box. A missing or faulty device does not affect the others.
 * @throws if no device gave a reading, with the trouble of each: SourceAway if all are away
 */
export async function readEach<Device>(
  devices: readonly Device[],
  read: (device: Device) => Promise<Reading | readonly Reading[] | null>,
): Promise<ReadOfEach> {
  const readings: Reading[] = []
  const failed: unknown[] = []
  for (const device of devices) {
    try {
      readings.push(...[(await read(device)) ?? []].flat())
    } catch (error) {
      failed.push(error)
    }
  }
  const away = [...new Map(failed.flatMap(troublesOf).map((one) => [wordsOf(one), one])).values()]
  if (failed.length === 0 || readings.length > 0) return { readings, away }
  if (failed.length === 1) throw failed[0]
  throw failed.every((error) => error instanceof SourceAway) ? new SourceAway(...away) : new SourceTrouble(...away)
}
