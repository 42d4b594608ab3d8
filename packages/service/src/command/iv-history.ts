import type { DeviceModules, IvSweep } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { findDeviceModules } from '../inventory/queries/device-modules.ts'
import { findDevices } from '../inventory/queries/device.ts'
import type { ScanLight } from './iv-judgement.ts'
import { figuresInThread } from './iv-thread.ts'
import { lately } from './lately.ts'
import { findIvCurves, findScansOf } from './queries/iv-scan.ts'

/** Most scans that are read: translating one of 24 strings to standard conditions takes some tenths of a second. */
const mostSweeps = 50

type Swept = Pick<IvSweep, 'figures' | 'stc'>

/** Figures of the strings of a scan in this process, by "mppt string"; of 24 strings 10 kB. */
const figuresOf = lately<Map<string, Swept>>(1000)

/**
 * The figures of one string from scan to scan, oldest first.
 * @throws Problem notFound
 */
export async function listIvSweeps(
  service: Service,
  accountId: string,
  deviceId: string,
  string: { mppt: number; string: number },
): Promise<IvSweep[]> {
  const [device] = await findDevices(service.db.read, accountId, service.now(), { deviceId })
  if (!device) throw new Problem('notFound')
  const newest = await findScansOf(service.db.read, device.no, string, mostSweeps)
  const modules = await findDeviceModules(service.db.read, deviceId)
  const sweeps: IvSweep[] = []
  for (const row of newest.toReversed()) {
    const light = { irradianceWm2: row.irradiance_wm2, moduleC: row.module_c }
    const basis = JSON.stringify([row.id, light, modules])
    const figures = await figuresOf(basis, () => figuresOfStrings(service, row.id, light, modules))
    const own = figures.get(`${string.mppt} ${string.string}`)
    if (own) sweeps.push({ ivScanId: row.id, scannedAt: iso(row.scanned_at), ...light, ...own })
  }
  return sweeps
}

/** All strings of a scan: siblings tell more about a string than its own curve. */
async function figuresOfStrings(
  service: Service,
  ivScanId: string,
  light: ScanLight,
  modules: DeviceModules | null,
): Promise<Map<string, Swept>> {
  const rows = await findIvCurves(service.db.read, ivScanId)
  const curves = rows.map(({ voltage_v, current_a }) => ({ voltageV: voltage_v, currentA: current_a }))
  const told = await figuresInThread({ curves, mppts: rows.map(({ mppt }) => mppt), light, modules })
  return new Map(told.map((figures, i) => [`${rows[i]?.mppt} ${rows[i]?.string}`, figures]))
}
