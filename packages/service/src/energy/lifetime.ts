import type { Session } from '../database/session.ts'
import { findMeasured, findSplices } from './queries/day.ts'

/**
 * Lifetime energy per device (by its `no`), kWh: the newest counter, continued over refused steps, so that a counter
 * that fell back or was replaced goes on where it was. Without a counter: the sum of what was measured.
 */
export async function lifetimeEnergies(
  db: Session,
  devices: readonly { no: number; ts: number | null; counter_kwh: number | null }[],
): Promise<Map<number, number>> {
  const counting = devices.filter((device) => device.counter_kwh !== null)
  const others = devices.filter((device) => device.counter_kwh === null && device.ts !== null)
  const [splices, measured] = await Promise.all([
    findSplices(
      db,
      counting.map((device) => device.no),
    ),
    findMeasured(
      db,
      others.map((device) => device.no),
    ),
  ])
  const spliced = new Map(splices.map((row) => [row.device_no, row.spliced_kwh]))
  const totals = new Map<number, number>()
  for (const { no, counter_kwh } of counting) totals.set(no, (counter_kwh ?? 0) + (spliced.get(no) ?? 0))
  for (const { device_no, measured_kwh } of measured) if (measured_kwh !== null) totals.set(device_no, measured_kwh)
  return totals
}
