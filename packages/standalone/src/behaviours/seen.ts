import type { Alarm, Device, DeviceDay, CommandCandidate, Station, StationDay } from '@helioport/contract'
import type { PortalClient } from '@helioport/fleet/testing'

/** The portal's API data of one device and its plant at one moment. */
export interface Seen {
  at: number
  device: Device
  day: DeviceDay
  /** Alarm episodes of the device since a given time, newest first. */
  alarms: Alarm[]
  candidate: CommandCandidate
  station: Station
  stationDay: StationDay
  /** Other devices of the plant. */
  others: Device[]
}

const size = 200

/** All devices of a station, by serial; `since`: earlier alarms are ignored. */
export async function see(client: PortalClient, name: string, at: number, since: number): Promise<Map<string, Seen>> {
  const found = await client.call('GET /stations', { query: { search: name, pageSize: size } })
  const station = found.find((one) => one.name === name)
  if (!station) throw new Error(`no station ${name}`)
  const stationId = station.id
  const params = { stationId }
  const [stationDay, devices, alarms, candidates] = await Promise.all([
    client.call('GET /stations/:stationId/day', { params }),
    client.call('GET /devices', { query: { stationId, pageSize: size } }),
    client.call('GET /alarms', { query: { stationId, view: 'episodes', pageSize: size } }),
    client.call('GET /remote-settings/devices', { query: { stationId, pageSize: size } }),
  ])
  const seen = new Map<string, Seen>()
  for (const device of devices) {
    const candidate = candidates.find(({ deviceId }) => deviceId === device.id)
    if (!candidate) throw new Error(`no candidate ${device.serial}`)
    seen.set(device.serial, {
      at,
      device,
      day: await client.call('GET /devices/:deviceId/day', { params: { deviceId: device.id } }),
      alarms: alarms.filter(({ deviceId, raisedAt }) => deviceId === device.id && Date.parse(raisedAt) > since),
      candidate,
      station,
      stationDay,
      others: devices.filter((one) => one !== device),
    })
  }
  return seen
}

/** Values of a day's curve over [from, to). */
export function curveOf(curve: readonly (number | null)[], day: { from: string }, from: number, to: number) {
  const binMs = 300_000
  const bin = (at: number) => Math.round((at - Date.parse(day.from)) / binMs)
  return curve.slice(bin(from), bin(to))
}

/** Kinds of quality that the portal marks over [from, to). */
export function marksOf(day: Pick<DeviceDay, 'quality'>, from: number, to: number): string[] {
  const touching = day.quality.filter((span) => Date.parse(span.from) < to && Date.parse(span.to) > from)
  return [...new Set(touching.map(({ kind }) => kind))].sort()
}
