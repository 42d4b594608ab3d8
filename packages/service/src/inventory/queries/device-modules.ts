import type { DeviceModules } from '@helioport/contract'
import { builder, type Session, type Transaction } from '../../database/session.ts'

const columns = [
  'device_modules.manufacturer',
  'device_modules.model',
  'device_modules.isc_a as iscA',
  'device_modules.voc_v as vocV',
  'device_modules.imp_a as impA',
  'device_modules.vmp_v as vmpV',
  'device_modules.alpha_percent as alphaPercent',
  'device_modules.beta_percent as betaPercent',
  'device_modules.gamma_percent as gammaPercent',
  'device_modules.cells',
  'device_modules.modules_per_string as modulesPerString',
  'device_modules.strings_per_tracker as stringsPerTracker',
] as const

/** The modules of a device; null: not known. */
export async function findDeviceModules(db: Session, deviceId: string): Promise<DeviceModules | null> {
  const row = await builder(db)
    .selectFrom('device_modules')
    .innerJoin('device', 'device.no', 'device_modules.device_no')
    .select(columns)
    .where('device.id', '=', deviceId)
    .executeTakeFirst()
  return row ?? null
}

export async function putDeviceModules(tx: Transaction, deviceNo: number, modules: DeviceModules): Promise<void> {
  const values = {
    manufacturer: modules.manufacturer,
    model: modules.model,
    isc_a: modules.iscA,
    voc_v: modules.vocV,
    imp_a: modules.impA,
    vmp_v: modules.vmpV,
    alpha_percent: modules.alphaPercent,
    beta_percent: modules.betaPercent,
    gamma_percent: modules.gammaPercent,
    cells: modules.cells,
    modules_per_string: modules.modulesPerString,
    strings_per_tracker: modules.stringsPerTracker,
  }
  await builder(tx)
    .insertInto('device_modules')
    .values({ device_no: deviceNo, ...values })
    .onConflict((conflict) => conflict.column('device_no').doUpdateSet(values))
    .execute()
}

export async function deleteDeviceModules(tx: Transaction, deviceNo: number): Promise<void> {
  await builder(tx).deleteFrom('device_modules').where('device_no', '=', deviceNo).execute()
}
