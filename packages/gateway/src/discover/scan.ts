import type { GetJson } from '../http/get-json.ts'
import type { Found } from './found.ts'
import { probeHttp } from './http-probe.ts'
import type { OpenPort } from './open-port.ts'

/** Asks a Modbus device what it is, with reading functions alone; null: it tells nothing that is known. */
export type ProbeModbus = (
  address: string,
  port: number,
) => Promise<Pick<Found, 'kind' | 'model' | 'serial' | 'source'> | null>

export interface ScanDeps {
  openPort: OpenPort
  getJson: GetJson
  probeModbus: ProbeModbus
}

/** 502 most; 1502 SolarEdge, Kostal; 6607 Huawei on its own Wi-Fi. */
const modbusPorts = [502, 1502, 6607]
/** Sticks of Solarman and GoodWe. */
const stickPort = 8899
const httpPort = 80
const unknownNote =
  'It takes Modbus, but tells neither SunSpec nor what a known maker does: reading may be switched off in its pages.'
/** A worker has one connection at a time. */
const atOnce = 32

/**
 * Devices at these addresses. Each host is asked by one worker, one connection after the other, and at most 32 hosts at a
 * time: many inverters have a single connection, and a switch of a house is small. Nothing is ever written.
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
    // It is the same device behind each of them, and has one connection.
    break
  }
  if (await openPort(address, stickPort)) {
    const note = 'Perhaps a stick of Solarman or GoodWe: see whether its pages offer Modbus TCP.'
    found.push({ kind: 'stick', address, port: stickPort, source: null, note })
  }
  return found
}
