import type { Reading } from './source.ts'
import { SourceAway, SourceTrouble, type Trouble, troublesOf, wordsOf } from './trouble.ts'

export interface ReadOfEach {
  readings: Reading[]
  /** Why those that told nothing did not. */
  away: Trouble[]
}

/**
 * What each device of a box tells. One that is away or makes no sense takes nothing from the others.
 * @throws where none of them told anything, why each of them did not: SourceAway where all are away
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
