import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import { analyseDueDays, closeDays } from '../energy/kept/analyse-days.ts'
import { frame, type TestPlant, type TestPortal } from './test-portal.ts'

const binMs = 5 * 60_000

/** What every device does in one 5-minute bin that begins at `at`; null: it sends no frame. */
export interface BinFacts {
  powerW: number
  dcPowerW?: number
  frame?: Partial<DeviceFrame>
}

/**
 * Frames of the plant's devices every 5 minutes from `from` up to and with `to`. The lifetime counter holds what was
 * made before each frame.
 */
export function framesOf(
  plant: TestPlant,
  from: string,
  to: string,
  facts: (at: number, device: number) => BinFacts,
  sends: (at: number, device: number) => boolean = () => true,
): DeviceFrame[] {
  return plant.devices.flatMap(({ serial }, device) => {
    const frames: DeviceFrame[] = []
    let kwh = 1000
    for (let at = Date.parse(from); at <= Date.parse(to); at += binMs) {
      const { powerW, dcPowerW, frame: own } = facts(at, device)
      if (sends(at, device)) {
        const energyTotalKwh = Math.round(kwh * 1e6) / 1e6
        frames.push(frame(serial, at, { powerW, energyTotalKwh, ...(dcPowerW !== undefined && { dcPowerW }), ...own }))
      }
      kwh += (powerW / 1000) * (5 / 60)
    }
    return frames
  })
}

export function sensorsOf(from: string, to: string, facts: (at: number) => Omit<SensorFrame, 'at'>): SensorFrame[] {
  const frames: SensorFrame[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += binMs) frames.push({ at, ...facts(at) })
  return frames
}

/** Sends in batches that the door takes. */
export async function sendAll(
  plant: TestPlant,
  devices: readonly DeviceFrame[],
  sensors: readonly SensorFrame[] = [],
): Promise<void> {
  const size = 5000
  for (let start = 0; start < Math.max(devices.length, sensors.length); start += size) {
    const { data, status } = await plant.logger.send({
      devices: devices.slice(start, start + size),
      sensors: sensors.slice(start, start + size),
    })
    if (status !== 200 || data.rejected.length > 0) throw new Error(JSON.stringify(data).slice(0, 500))
  }
}

/** What the jobs do within seconds. */
export async function analyseAll(portal: TestPortal): Promise<void> {
  await closeDays(portal.service)
  await analyseDueDays(portal.service, Infinity)
}
