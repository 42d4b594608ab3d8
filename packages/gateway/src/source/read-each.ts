import type { Reading } from './source.ts'

/**
 * What each device of a box tells. One that is away or makes no sense takes nothing from the others.
 * @throws what the first failed with, where none of them told anything
 */
export async function readEach<Device>(
  devices: readonly Device[],
  read: (device: Device) => Promise<Reading | readonly Reading[] | null>,
): Promise<Reading[]> {
  const readings: Reading[] = []
  let [failed, first] = [false, undefined as unknown]
  for (const device of devices) {
    try {
      readings.push(...[(await read(device)) ?? []].flat())
    } catch (error) {
      if (!failed) [failed, first] = [true, error]
    }
  }
  if (failed && readings.length === 0) throw first
  return readings
}
