import type { DeviceModules } from '@helioport/contract'
import { putDeviceModules } from '../../inventory/queries/device-modules.ts'
import { builder } from '../../database/session.ts'
import { insertCommand } from '../../command/queries/command.ts'
import { moveCommandDevice, type CommandDeviceRow } from '../../command/queries/device.ts'
import { powerFactorSetting } from '../../command/queries/stored-setting.ts'
import { insertIvScan } from '../../command/queries/iv-scan.ts'
import type { TestPortal } from '../test-portal.ts'

const ownModules: DeviceModules = {
  manufacturer: '',
  model: 'M-300',
  iscA: 9.8,
  vocV: 40,
  impA: 9.2,
  vmpV: 33,
  alphaPercent: 0.05,
  betaPercent: -0.29,
  gammaPercent: -0.38,
  cells: 60,
  modulesPerString: null,
  stringsPerTracker: null,
}

/** Inserts a setting and a scan of one device that ended successfully. */
export async function makeOwnCommands(
  portal: TestPortal,
  device: { id: string },
): Promise<{ commandId: string; ivScanId: string }> {
  const { db, clock } = portal
  const at = new Date(clock.now)
  const row = await db.kysely
    .selectFrom('device')
    .innerJoin('station', 'station.id', 'device.station_id')
    .select(['device.no', 'device.logger_id', 'station.id as station_id', 'station.account_id'])
    .where('device.id', '=', device.id)
    .executeTakeFirstOrThrow()
  const ids = await db.transaction(async (tx) => {
    const made: string[] = []
    for (const kind of ['reactivePower', 'ivScan'] as const) {
      const powerFactor = kind === 'ivScan' ? null : 0.9
      const { id } = await insertCommand(
        tx,
        {
          kind,
          cause: 'person',
          of_command_id: null,
          station_id: row.station_id,
          account_id: row.account_id,
          power_factor: powerFactor,
          created_at: at,
          expires_at: at,
          revert_at: null,
        },
        [{ device_no: row.no, logger_id: row.logger_id, is_canary: false, power_factor: powerFactor, reason: null }],
        'person',
      )
      const task = await builder(tx)
        .selectFrom('command_device')
        .selectAll()
        .where('command_id', '=', id)
        .executeTakeFirstOrThrow()
      const own: Pick<CommandDeviceRow, 'id' | 'kind'> = { id: task.id, kind }
      await moveCommandDevice(tx, own, {
        state: kind === 'ivScan' ? 'SUCCESSFUL' : 'READ_BACK_OK',
        by: 'logger',
        at: clock.now,
        dueAt: null,
        ...(kind === 'reactivePower' && { former: powerFactorSetting(1), readBack: powerFactorSetting(0.9) }),
      })
      if (kind === 'ivScan') {
        await insertIvScan(tx, task, {
          scannedAt: clock.now,
          irradianceWm2: 900,
          moduleC: 40,
          curves: [{ mppt: 1, string: 1, voltageV: [0, 300, 600], currentA: [9, 8.5, 0] }],
        })
      }
      made.push(id)
    }
    return made
  })
  await db.transaction((tx) => putDeviceModules(tx, row.no, ownModules))
  const scan = await db.kysely
    .selectFrom('iv_scan')
    .select('id')
    .where('device_no', '=', row.no)
    .executeTakeFirstOrThrow()
  return { commandId: ids[0] ?? '', ivScanId: scan.id }
}
