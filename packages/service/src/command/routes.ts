import { cancelCommand, cancelScan } from './cancel.ts'
import { approveCommand, rejectCommand } from './hold.ts'
import type { Ordered } from './order-once.ts'
import { listSeasons } from './season.ts'
import { applySetting, scanIv, setPowerFactor, undoCommand } from './create-command.ts'
import { getCommand, listCommands } from './list-commands.ts'
import { listIvSweeps } from './iv-history.ts'
import { getIvScan, ivCurveCsv, keepIvFile, listIvScans, reviewString } from './iv-scan.ts'
import { pageOfCommandCandidates } from './candidates.ts'
import type { Handlers } from '../http/handler.ts'

/** The reply to an order; a repeated order adds no entry to the operation log. */
function replyOnce(connection: { noteRepeat: () => void }, { command, isRepeat }: Ordered) {
  if (isRepeat) connection.noteRepeat()
  return { data: command }
}

export const commandRoutes = {
  'GET /commands': async (service, { account, query }) => listCommands(service, account.accountId, query),
  'GET /commands/:commandId': async (service, { account, params }) => ({
    data: await getCommand(service, account.accountId, params.commandId),
  }),
  'POST /commands/reactive-power': async (service, { account, body, connection }) =>
    replyOnce(connection, await setPowerFactor(service, account.accountId, body)),
  'POST /commands/settings': async (service, { account, body, connection }) =>
    replyOnce(connection, await applySetting(service, account.accountId, body)),
  'POST /commands/iv-scan': async (service, { account, body, connection }) =>
    replyOnce(connection, await scanIv(service, account.accountId, body)),
  'POST /commands/:commandId/undo': async (service, { account, params }) => ({
    data: await undoCommand(service, account.accountId, params.commandId),
  }),
  'POST /commands/:commandId/approval': async (service, { account, params }) => ({
    data: await approveCommand(service, account.accountId, params.commandId),
  }),
  'POST /commands/:commandId/rejection': async (service, { account, params, body }) => ({
    data: await rejectCommand(service, account.accountId, params.commandId, body.reason),
  }),
  'POST /commands/:commandId/cancellation': async (service, { account, params }) => ({
    data: await cancelCommand(service, account.accountId, params.commandId),
  }),
  'POST /commands/:commandId/scan-cancellation': async (service, { account, params }) => ({
    data: await cancelScan(service, account.accountId, params.commandId),
  }),
  'GET /devices/:deviceId/iv-scans': async (service, { account, params, query }) =>
    listIvScans(service, account.accountId, params.deviceId, query),
  'GET /devices/:deviceId/iv-history': async (service, { account, params, query }) => ({
    data: await listIvSweeps(service, account.accountId, params.deviceId, query),
  }),
  'POST /devices/:deviceId/iv-scans': async (service, { account, params, body }) => ({
    data: await keepIvFile(service, account.accountId, params.deviceId, body),
  }),
  'GET /iv-scans/:ivScanId': async (service, { account, params, query }) => ({
    data: await getIvScan(service, account.accountId, params.ivScanId, query.procedure),
  }),
  'PUT /iv-scans/:ivScanId/review': async (service, { account, params, body }) => ({
    data: await reviewString(service, account.accountId, params.ivScanId, body),
  }),
  'GET /iv-scans/:ivScanId/curves.csv': async (service, { account, params, query }) => {
    const scan = await getIvScan(service, account.accountId, params.ivScanId, query.procedure)
    const name = `iv-${scan.deviceSerial}-${scan.scannedAt.slice(0, 16).replace(':', '')}.csv`
    return { file: { type: 'text/csv; charset=utf-8', name, body: Buffer.from(ivCurveCsv(scan)) } }
  },
  'GET /remote-settings/devices': (service, { account, query }) =>
    pageOfCommandCandidates(service, account.accountId, query),
  'GET /stations/:stationId/seasons': async (service, { params }) => ({
    data: await listSeasons(service, params.stationId),
  }),
} satisfies Partial<Handlers>
