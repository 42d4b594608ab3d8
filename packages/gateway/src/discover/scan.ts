import type { GetJson } from '../http/get-json.ts'
import type { Found } from './found.ts'
import { probeHttp } from './http-probe.ts'
import type { OpenPort } from './open-port.ts'

/** Identifies a Modbus device with reading functions only; null: unknown. */
export type ProbeModbus = (
  address: string,
  port: number,
) => Promise<Pick<Found, 'kind' | 'model' | 'serial' | 'source'> | null>

export interface ScanDeps {
  openPort: OpenPort
  getJson: GetJson
  probeModbus: ProbeModbus
}

/** 502 is the usual one; 1502 SolarEdge, Kostal; 6607 Huawei on its own Wi-Fi. */
const modbusPorts = [502, 1502, 6607]
/** Sticks of Solarman and GoodWe. */
const stickPort = 8899
const httpPort = 80
const unknownNote =
  'It takes Modbus, but tells neither SunSpec nor what a known maker does: reading may be switched off in its pages.'
/** Hosts asked at a time, with one connection each. */
const atOnce = 32

/**
 * Devices at these addresses. One worker asks a host, over one connection at a time, and at most 32 hosts are asked at
 * once: many inverters accept a single connection, and home switches are small. Nothing is ever written.
 */
export async function scanHosts(hosts: readonly string[], deps: ScanDeps): Promise<Found[]> {
  const found: Found[] = []
  const left = hosts.values()
  const work = async () => {
    for (const host of left) found.push(...(await scanHost(host, deps)))
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, hosts.length) }, work))
  const place = new Map(hosts.map((host, nth) => [host, nth]))
  return found.sort((one, other) => (place.get(one.address) ?? 0) - (place.get(other.address) ?? 0))
}

async function scanHost(address: string, { openPort, getJson, probeModbus }: ScanDeps): Promise<Found[]> {
  const found: Found[] = []
  if (await openPort(address, httpPort)) {
    const device = await probeHttp(getJson, address, httpPort)
    if (device) found.push(device)
  }
  for (const port of modbusPorts) {
    if (!(await openPort(address, port))) continue
    const device = await probeModbus(address, port).catch(() => null)
    const unknown = { kind: 'modbus', source: null, note: unknownNote }
    found.push({ address, port, ...(device ?? unknown) })
    // All ports lead to the same device, which accepts one connection.
    break
  }
  if (await openPort(address, stickPort)) {
    const note = 'Perhaps a stick of Solarman or GoodWe: see whether its pages offer Modbus TCP.'
    found.push({ kind: 'stick', address, port: stickPort, source: null, note })
  }
  return found
}
