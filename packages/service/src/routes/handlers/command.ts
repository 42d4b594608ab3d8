import { scanIv, setPowerFactor, undoCommand } from '../../rules/command-order.ts'
import { getCommand, listCommands } from '../../rules/command.ts'
import { getIvScan, ivCurveCsv, listIvScans } from '../../rules/iv-scan.ts'
import type { Handlers } from '../handler.ts'

type Commands =
  | 'GET /commands'
  | 'GET /commands/:commandId'
  | 'POST /commands/reactive-power'
  | 'POST /commands/iv-scan'
  | 'POST /commands/:commandId/undo'
  | 'GET /devices/:deviceId/iv-scans'
  | 'GET /iv-scans/:ivScanId'
  | 'GET /iv-scans/:ivScanId/curves.csv'

export const commandHandlers: Handlers<Commands> = {
  'GET /commands': async (service, { account, query }) => listCommands(service, account.accountId, query),
  'GET /commands/:commandId': async (service, { account, params }) => ({
    data: await getCommand(service, account.accountId, params.commandId),
  }),
  'POST /commands/reactive-power': async (service, { account, body }) => ({
    data: await setPowerFactor(service, account.accountId, body),
  }),
  'POST /commands/iv-scan': async (service, { account, body }) => ({
    data: await scanIv(service, account.accountId, body),
  }),
  'POST /commands/:commandId/undo': async (service, { account, params }) => ({
    data: await undoCommand(service, account.accountId, params.commandId),
  }),
  'GET /devices/:deviceId/iv-scans': async (service, { account, params, query }) =>
    listIvScans(service, account.accountId, params.deviceId, query),
  'GET /iv-scans/:ivScanId': async (service, { account, params }) => ({
    data: await getIvScan(service, account.accountId, params.ivScanId),
  }),
  'GET /iv-scans/:ivScanId/curves.csv': async (service, { account, params }) => {
    const scan = await getIvScan(service, account.accountId, params.ivScanId)
    const name = `iv-${scan.deviceSerial}-${scan.scannedAt.slice(0, 16).replace(':', '')}.csv`
    return { file: { type: 'text/csv; charset=utf-8', name, body: Buffer.from(ivCurveCsv(scan)) } }
  },
}
