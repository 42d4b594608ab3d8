import { networkInterfaces } from 'node:os'
import { jsonWithin } from '../http/get-json.ts'
import type { Found } from './found.ts'
import { probeHttp } from './http-probe.ts'
import { type Announced, type Browse, browseMdns } from './mdns.ts'
import { openPortWithin } from './open-port.ts'
import { hostsIn, isPrivate, ownRanges } from './ranges.ts'
import { type ProbeModbus, scanHosts, type ScanDeps } from './scan.ts'
import { askSticks, type AskSticks, foundSticks, type ProbeGoodwe } from './sticks.ts'

/** Service types that devices and brokers announce; other devices are found by their ports. */
const announcedTypes = ['http', 'shelly', 'opendtu', 'enphase-envoy', 'sunspec', 'modbus', 'mqtt'] as const

export interface DiscoverDeps extends ScanDeps {
  browse: Browse
  browseMs: number
  askSticks: AskSticks
  probeGoodwe: ProbeGoodwe
}

/** Real dependencies, with time-outs for a home network: devices answer within 1 s, their web servers within 4 s. */
export const discoverDeps = (probeModbus: ProbeModbus, probeGoodwe: ProbeGoodwe): DiscoverDeps => ({
  openPort: openPortWithin(800),
  getJson: jsonWithin(4000),
  probeModbus,
  browse: browseMdns,
  browseMs: 5000,
  askSticks,
  probeGoodwe,
})

/**
 * Devices that can be read, and some that cannot: first those that announce themselves, then sticks that answer a
 * broadcast question, then hosts of the ranges (default: around this machine). Each device once.
 * @throws Error for an invalid range
 */
export async function discover(ranges: readonly string[], deps: DiscoverDeps): Promise<Found[]> {
  const hosts = hostsIn(ranges.length > 0 ? ranges : ownRanges(networkInterfaces()))
  const announced = await deps.browse(announcedTypes, deps.browseMs)
  const found: Found[] = []
  for (const service of announced) if (isPrivate(service.address)) found.push(...(await foundBy(service, deps)))
  const sticks = await foundSticks(await deps.askSticks(hosts), deps.probeGoodwe)
  found.push(...sticks)
  const isNamed = ({ kind, address }: Found) => kind === 'stick' && sticks.some((stick) => stick.address === address)
  found.push(...(await scanHosts(hosts, deps)).filter((device) => !isNamed(device)))
  const once = new Map<string, Found>()
  for (const device of found) {
    const key = `${device.kind} ${device.address}:${device.port}`
    if (!once.has(key)) once.set(key, device)
  }
  return [...once.values()]
}

/** Anybody can announce anything, so the device is asked where possible. */
async function foundBy(service: Announced, { getJson, probeModbus }: DiscoverDeps): Promise<Found[]> {
  const { type, address, port } = service
  if (type === 'enphase-envoy') {
    return [
      { kind: 'envoy', address, port, model: 'Enphase Envoy', source: null, note: 'It is not read by this gateway.' },
    ]
  }
  if (type === 'mqtt') {
    const note = `A broker: for OpenDTU --source opendtu=mqtt://USER:PASSWORD@${address}:${port}/solar`
    return [{ kind: 'mqtt', address, port, model: 'MQTT broker', source: null, note }]
  }
  if (type === 'sunspec' || type === 'modbus') {
    const device = await probeModbus(address, port).catch(() => null)
    return device ? [{ address, port, ...device }] : []
  }
  const device = await probeHttp(getJson, address, port)
  return device ? [device] : []
}
