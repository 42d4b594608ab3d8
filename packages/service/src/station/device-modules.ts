import type { DeviceModules, ModuleType } from '@helioport/contract'
import { checkModule, commonModules, type ModuleProblem } from '@helioport/iv'
import { holdDevices } from '../inventory/queries/device-edit.ts'
import { deleteDeviceModules, findDeviceModules, putDeviceModules } from '../inventory/queries/device-modules.ts'
import type { Service } from '../base/service.ts'
import { Problem } from '../base/problem.ts'

/** Rounds to 4 decimals: further digits are errors of binary floats. */
const percent = (share: number) => Math.round(share * 1e6) / 1e4

/** Common modules to choose from, with coefficients in percent. */
export const moduleTypes: readonly ModuleType[] = commonModules.map(
  ({ manufacturer, model, iscA, vocV, impA, vmpV, alpha, beta, gamma, cells }) => ({
    manufacturer,
    model,
    iscA,
    vocV,
    impA,
    vmpV,
    alphaPercent: percent(alpha),
    betaPercent: percent(beta),
    gammaPercent: percent(gamma),
    cells,
  }),
)

const pathOf: Record<ModuleProblem, string> = {
  notPositive: '/iscA',
  impNotBelowIsc: '/impA',
  vmpNotBelowVoc: '/vmpV',
  fillFactorImplausible: '/vmpV',
  alphaImplausible: '/alphaPercent',
  betaImplausible: '/betaPercent',
  gammaImplausible: '/gammaPercent',
  voltagePerCellImplausible: '/cells',
}

export const getDeviceModules = (service: Service, deviceId: string): Promise<DeviceModules | null> =>
  findDeviceModules(service.db.read, deviceId)

/**
 * Stores which modules are connected to a device: later IV curves are corrected and judged with this datasheet.
 * @throws Problem notFound, modules.implausible (its issues name the problems of packages/iv)
 */
export async function putModules(service: Service, deviceId: string, modules: DeviceModules): Promise<DeviceModules> {
  const { alphaPercent, betaPercent, gammaPercent, ...plate } = modules
  const problems = checkModule({
    ...plate,
    alpha: alphaPercent / 100,
    beta: betaPercent / 100,
    gamma: gammaPercent / 100,
  })
  if (problems.length > 0) {
    const issues = problems.map((problem) => ({ path: pathOf[problem], message: problem }))
    throw new Problem('modules.implausible', { issues })
  }
  await service.db.transaction(async (tx) => {
    const [device] = await holdDevices(tx, [deviceId])
    if (!device) throw new Problem('notFound')
    await putDeviceModules(tx, device.no, modules)
  })
  return modules
}

/** @throws Problem notFound */
export async function removeModules(service: Service, deviceId: string): Promise<void> {
  await service.db.transaction(async (tx) => {
    const [device] = await holdDevices(tx, [deviceId])
    if (!device) throw new Problem('notFound')
    await deleteDeviceModules(tx, device.no)
  })
}
