import Type from 'typebox'
import { commandKinds, commandReasons } from '../command.ts'
import {
  Command,
  CommandDetail,
  IvFileInput,
  IvScan,
  IvReview,
  IvSweep,
  IvReviewInput,
  IvScanDetail,
  IvScanInput,
  ReactivePowerInput,
  RejectionInput,
} from '../entities/command.ts'
import { Id, Instant, object, oneOf } from '../entities/common.ts'
import { SettingInput } from '../entities/setting.ts'
import { settingFaults } from '../setting.ts'
import { type EndpointSpec, longPage, Nothing, page } from './endpoint.ts'

const refusals = [
  'command.noDevices',
  'command.unsupported',
  'command.uninitialized',
  'command.offline',
  'command.busy',
  'command.fault',
] as const
const orderRefusals = ['request.keyReused', ...refusals] as const

/** Filters of the list of commands; the export takes the same. */
export const commandFilters = {
  kind: Type.Optional(oneOf(commandKinds)),
  stationId: Type.Optional(Id),
  deviceId: Type.Optional(Id),
  /** Reason for a failure on any of its devices. */
  code: Type.Optional(oneOf(commandReasons)),
  /** User who ordered it. */
  userName: Type.Optional(Type.String({ maxLength: 80 })),
  /** Part of the name of the station, of a device, of its serial, or of the user who ordered it. */
  search: Type.Optional(Type.String({ maxLength: 80 })),
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
}

/** Procedure of IEC 60891 for values at STC; absent: 2. */
const ProcedureQuery = object({ procedure: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])) })

export const commandEndpoints = {
  'GET /commands': {
    access: 'account',
    summary: 'Commands to devices, newest first',
    query: object({
      ...longPage,
      ...commandFilters,
      /** Only commands that the caller may approve as a second person. */
      waitsForMe: Type.Optional(Type.Boolean()),
    }),
    reply: Type.Array(Command),
    paged: true,
    errors: [],
  },
  'GET /commands/:commandId': {
    access: 'account',
    summary: 'One command with the state of each device and every step',
    params: object({ commandId: Id }),
    reply: CommandDetail,
    errors: ['notFound'],
  },
  'POST /commands/reactive-power': {
    access: 'account',
    right: 'control',
    proof: true,
    summary: 'Set a fixed power factor; devices that cannot take it are named, it is refused when none can',
    body: ReactivePowerInput,
    reply: CommandDetail,
    errors: ['notFound', 'powerFactor.missing', 'powerFactor.outOfRange', ...orderRefusals],
  },
  'POST /commands/settings': {
    access: 'account',
    right: 'control',
    proof: true,
    summary:
      'Set reactive power (a power factor, a fixed value, a curve) or a limit of active power; devices that cannot take it are named, it is refused when none can',
    body: SettingInput,
    reply: CommandDetail,
    errors: ['notFound', ...settingFaults, 'setting.endMissing', 'setting.endOutOfRange', ...orderRefusals],
  },
  'POST /commands/:commandId/approval': {
    access: 'account',
    right: 'control',
    proof: true,
    summary: 'Let a large order go out, as a second person of the account; all of it that this person may control',
    params: object({ commandId: Id }),
    reply: CommandDetail,
    errors: ['notFound', 'command.nothingWaits', 'command.samePerson'],
  },
  'POST /commands/:commandId/rejection': {
    access: 'account',
    right: 'control',
    summary: 'Take a large order back that waits, as a second person of the account, and say why',
    params: object({ commandId: Id }),
    body: RejectionInput,
    reply: CommandDetail,
    errors: ['notFound', 'command.nothingWaits', 'command.samePerson'],
  },
  'POST /commands/:commandId/cancellation': {
    access: 'account',
    right: 'control',
    summary: 'Cancel what waits of a setting; what is being carried out goes on',
    params: object({ commandId: Id }),
    reply: CommandDetail,
    errors: ['notFound', 'command.nothingWaits'],
  },
  'POST /commands/:commandId/scan-cancellation': {
    access: 'account',
    right: 'iv',
    summary: 'Cancel what waits of a scan, and stop what goes on; the curves that are swept are kept',
    params: object({ commandId: Id }),
    reply: CommandDetail,
    errors: ['notFound', 'command.nothingWaits'],
  },
  'POST /commands/iv-scan': {
    access: 'account',
    right: 'iv',
    proof: true,
    summary: 'Scan the strings of devices, about 10 minutes each; one at a time per logger',
    body: IvScanInput,
    reply: CommandDetail,
    errors: ['notFound', ...orderRefusals],
  },
  'POST /commands/:commandId/undo': {
    access: 'account',
    right: 'control',
    proof: true,
    summary: 'Set the values again that the devices had before a command',
    params: object({ commandId: Id }),
    reply: CommandDetail,
    errors: ['notFound', 'command.nothingToUndo', ...refusals],
  },
  'GET /devices/:deviceId/iv-scans': {
    access: 'account',
    right: 'iv',
    summary: 'IV scans of a device, newest first',
    params: object({ deviceId: Id }),
    query: object({ ...page }),
    reply: Type.Array(IvScan),
    paged: true,
    errors: ['notFound'],
  },
  'POST /devices/:deviceId/iv-scans': {
    access: 'account',
    right: 'iv',
    summary: 'Keep the curves of a tracer’s file as a scan of the device; they are judged as those of the inverter',
    params: object({ deviceId: Id }),
    body: IvFileInput,
    reply: IvScan,
    errors: ['notFound', 'scan.tooMany'],
  },
  'GET /devices/:deviceId/iv-history': {
    access: 'account',
    right: 'iv',
    summary: 'What the newest 50 sweeps of one string told, oldest first',
    params: object({ deviceId: Id }),
    query: object({
      mppt: Type.Integer({ minimum: 1, maximum: 12 }),
      string: Type.Integer({ minimum: 1, maximum: 32 }),
    }),
    reply: Type.Array(IvSweep),
    errors: ['notFound'],
  },
  'GET /iv-scans/:ivScanId': {
    access: 'account',
    right: 'iv',
    summary: 'The curves of one scan with key figures, values at STC (by procedure 2 of IEC 60891, or 1) and verdicts',
    params: object({ ivScanId: Id }),
    query: ProcedureQuery,
    reply: IvScanDetail,
    errors: ['notFound'],
  },
  'PUT /iv-scans/:ivScanId/review': {
    access: 'account',
    right: 'iv',
    summary:
      'Confirm or reject the verdict about one string of a scan; a later word takes the place of an earlier one, which is kept',
    params: object({ ivScanId: Id }),
    body: IvReviewInput,
    reply: IvReview,
    errors: ['notFound', 'scan.noVerdict'],
  },
  'GET /iv-scans/:ivScanId/curves.csv': {
    access: 'account',
    right: 'iv',
    summary: 'The points of one scan as CSV, with values at STC by procedure 2 of IEC 60891, or 1',
    params: object({ ivScanId: Id }),
    query: ProcedureQuery,
    reply: Nothing,
    download: true,
    errors: ['notFound'],
  },
} as const satisfies Record<string, EndpointSpec>
