import type { IvSweep } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { findDeviceModules } from '../inventory/queries/device-modules.ts'
import { findDevices } from '../inventory/queries/device.ts'
import { figuresInThread } from './iv-thread.ts'
import { findIvSweeps } from './queries/iv-scan.ts'

/** Most sweeps that are read: correcting one to standard conditions takes some milliseconds. */
const mostSweeps = 50

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
  const newest = await findIvSweeps(service.db.read, device.no, string, mostSweeps)
  const rows = newest.toReversed()
  if (rows.length === 0) return []
  const told = await figuresInThread({
    sweeps: rows.map(({ voltage_v, current_a, irradiance_wm2, module_c, swept }) => ({
      curve: { voltageV: voltage_v, currentA: current_a },
      light: { irradianceWm2: irradiance_wm2, moduleC: module_c },
      swept: Number(swept),
    })),
    modules: await findDeviceModules(service.db.read, deviceId),
  })
  return rows.flatMap((row, nth): IvSweep[] => {
    const figures = told[nth]
    if (!figures) return []
    const { id, scanned_at, irradiance_wm2, module_c } = row
    return [{ ivScanId: id, scannedAt: iso(scanned_at), irradianceWm2: irradiance_wm2, moduleC: module_c, ...figures }]
  })
}
