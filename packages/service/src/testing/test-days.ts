import type { KeptAside } from '@helioport/contract'
import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import { analyseDueDays, closeDays } from '../energy/kept/analyse-days.ts'
import { addTestPlant, frame, type Person, type TestPlant, type TestPortal } from './test-portal.ts'

const binMs = 5 * 60_000

/** Values of a device in one 5-minute bin. */
export interface BinFacts {
  powerW: number
  dcPowerW?: number
  frame?: Partial<DeviceFrame>
}

/**
 * Frames of the plant's devices every 5 minutes from `from` to `to`, both included. The lifetime counter contains the
 * energy before each frame.
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

/** Sends in batches of a size that ingest accepts. */
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

/** Runs the analysis that jobs do within seconds. */
export async function analyseAll(portal: TestPortal): Promise<void> {
  await closeDays(portal.service)
  await analyseDueDays(portal.service, Infinity)
}

/** One day of a plant with some values kept aside: 4 kW from 8:00 to 16:00, 32 kWh by the counter. */
export function dayWithWrongs(portal: TestPortal, owner: Person) {
  const hourMs = 3_600_000
  const date = '2026-06-10'
  const from = '2026-06-09T22:00:00Z'
  const to = '2026-06-10T16:00:00Z'
  const inDay = (hour: number) => Date.parse(from) + hour * hourMs
  const powerAt = (at: number) => (at >= inDay(8) && at < inDay(16) ? 4000 : 0)
  let plant: TestPlant
  const params = () => ({ stationId: plant.stationId })
  return {
    date,
    from,
    to,
    inDay,
    powerAt,
    params,
    /** Makes a new plant; call before each test. */
    begin: async () => (plant = await addTestPlant(portal, owner)),
    send: async (sensors: readonly SensorFrame[], change: (at: number) => object = () => ({})) => {
      const devices = framesOf(plant, from, to, (at) => ({ powerW: powerAt(at), frame: change(at) }))
      await sendAll(plant, devices, sensors)
      await analyseAll(portal)
    },
    getDay: async () => (await owner.call('GET /stations/:stationId/day', { params: params(), query: { date } })).data,
    getAside: async (): Promise<KeptAside[]> =>
      (await owner.call('GET /stations/:stationId/kept-aside', { params: params(), query: { date } })).data,
  }
}
