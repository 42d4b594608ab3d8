import Type from 'typebox'
import { alarmCodes } from '../alarms.ts'
import { historyColumns, historyParameters, maxPageSize } from '../constants.ts'
import { Bulletin, BulletinFileName, BulletinInput, bulletinKinds } from '../entities/bulletin.ts'
import { Id, Instant, object, oneOf } from '../entities/common.ts'
import { DeviceHistoryRow } from '../entities/history.ts'
import { AuditHead, Operation, SignIn } from '../entities/operation.ts'
import { type ErrorCode, errorStatus } from '../errors.ts'
import { type EndpointSpec, longPage, Nothing, page } from './endpoint.ts'

/** Error code of the refusal. */
const refusalCode = Type.Optional(oneOf(Object.keys(errorStatus) as ErrorCode[]))

/** Filters of the log of sign-ins; the export takes the same. */
export const signInFilters = {
  outcome: Type.Optional(oneOf(['done', 'refused'] as const)),
  code: refusalCode,
  /** Part of the user name of the account. */
  userName: Type.Optional(Type.String({ maxLength: 80 })),
  /** Part of the user name, the browser, the network address or the error code. */
  search: Type.Optional(Type.String({ maxLength: 80 })),
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
}

/** Filters of the operation log; the export takes the same. */
export const operationFilters = {
  stationId: Type.Optional(Id),
  deviceId: Type.Optional(Id),
  /** Part of the user name, the endpoint, the error code, or the name of a station or device that the reader may see. */
  search: Type.Optional(Type.String({ maxLength: 80 })),
  /** Part of the user name of the person who did it. */
  userName: Type.Optional(Type.String({ maxLength: 80 })),
  /** The endpoint, e.g. `POST /stations`. */
  action: Type.Optional(Type.String({ maxLength: 80 })),
  outcome: Type.Optional(oneOf(['done', 'refused'] as const)),
  code: refusalCode,
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
}

const codePattern = `(${alarmCodes.join('|')})`
const columnPattern = `(${historyColumns.join('|')})`

/** Bounds of an inverter's values; they also exclude texts such as 1e999. */
const bound = Type.Number({ minimum: -1e12, maximum: 1e12 })

/** Filters of device history; the export takes the same. */
export const historyFilters = {
  from: Instant,
  to: Instant,
  /** Only frames with an error word. */
  alarmsOnly: Type.Optional(Type.Boolean()),
  /** Only frames with one of these codes: `E1,A3`. */
  codes: Type.Optional(Type.String({ pattern: `^${codePattern}(,${codePattern}){0,31}$` })),
  /** Only frames that contain this value, within the given bounds. */
  parameter: Type.Optional(oneOf(historyParameters)),
  least: Type.Optional(bound),
  most: Type.Optional(bound),
  /** Sort order by time; default: oldest first. */
  order: Type.Optional(oneOf(['asc', 'desc'] as const)),
}

/** The columns of an export: `at,powerW`; default: all. */
export const historyColumnChoice = Type.Optional(
  Type.String({ pattern: `^${columnPattern}(,${columnPattern}){0,17}$` }),
)

const bulletinParams = object({ bulletinId: Id })

export const recordEndpoints = {
  'GET /operations': {
    access: 'account',
    right: 'logs',
    summary: 'Writes that were done or refused, newest first: own ones, and those at stations whose logs one may see',
    query: object({ ...longPage, ...operationFilters }),
    reply: Type.Array(Operation),
    paged: true,
    errors: [],
  },
  'GET /audit-heads': {
    access: 'operator',
    summary: 'Signed ends of the days of the operation log, newest first',
    query: object(page),
    reply: Type.Array(AuditHead),
    paged: true,
    errors: ['access.denied'],
  },
  'GET /sign-ins': {
    access: 'account',
    summary: 'Attempts to sign in to the own account and its sub-accounts, newest first',
    query: object({ ...longPage, ...signInFilters }),
    reply: Type.Array(SignIn),
    paged: true,
    errors: [],
  },
  'GET /devices/:deviceId/history': {
    access: 'account',
    right: 'logs',
    summary: 'Frames of a device as it sent them, of at most 92 days; `total` counts up to 100,000',
    params: object({ deviceId: Id }),
    query: object({ ...page, ...historyFilters }),
    reply: Type.Array(DeviceHistoryRow),
    paged: true,
    errors: ['notFound', 'access.denied', 'period.tooLong'],
  },
  'GET /bulletins': {
    access: 'account',
    summary: 'News or downloads in one language, newest first',
    query: object({
      ...page,
      kind: oneOf(bulletinKinds),
      locale: Type.String({ pattern: '^[a-z]{2}-[A-Z]{2}$' }),
      /** Part of the title, the text, the version or the file's name. */
      search: Type.Optional(Type.String({ maxLength: 80 })),
    }),
    reply: Type.Array(Bulletin),
    paged: true,
    errors: [],
  },
  'POST /bulletin-reads': {
    access: 'account',
    summary: 'Mark bulletins as read by the calling account; what is marked already, or gone, is passed over',
    body: object({ bulletinIds: Type.Array(Id, { minItems: 1, maxItems: maxPageSize, uniqueItems: true }) }),
    reply: Nothing,
    errors: [],
  },
  'GET /bulletins/:bulletinId/file': {
    access: 'account',
    summary: 'The file of a download',
    params: bulletinParams,
    reply: Nothing,
    download: true,
    errors: ['notFound'],
  },
  'PUT /bulletins/:bulletinId/file': {
    access: 'operator',
    proof: true,
    summary:
      'Upload the file of a bulletin, which takes the place of a former one; under 20 MB, of the type that its name says',
    params: bulletinParams,
    query: object({ name: BulletinFileName }),
    upload: 'file',
    reply: Bulletin,
    errors: ['access.denied', 'notFound', 'request.tooLarge', 'file.invalid'],
  },
  'DELETE /bulletins/:bulletinId/file': {
    access: 'operator',
    proof: true,
    summary: 'Take the file of a bulletin away',
    params: bulletinParams,
    reply: Bulletin,
    errors: ['access.denied', 'notFound'],
  },
  'POST /bulletins': {
    access: 'operator',
    proof: true,
    summary: 'Publish news or a download',
    body: BulletinInput,
    reply: Bulletin,
    errors: ['access.denied'],
  },
  'PUT /bulletins/:bulletinId': {
    access: 'operator',
    proof: true,
    summary: 'Change news or a download',
    params: bulletinParams,
    body: BulletinInput,
    reply: Bulletin,
    errors: ['access.denied', 'notFound'],
  },
  'DELETE /bulletins/:bulletinId': {
    access: 'operator',
    proof: true,
    summary: 'Take news or a download away',
    params: bulletinParams,
    reply: Nothing,
    errors: ['access.denied', 'notFound'],
  },
} as const satisfies Record<string, EndpointSpec>
