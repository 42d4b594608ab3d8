import Type from 'typebox'
import { DayDate, Id, object, Status } from '../entities/common.ts'
import { Device, DeviceDay, DeviceInput, LoggerInput, LoggerWithKey, RemoteSettingDevice } from '../entities/device.ts'
import { type EndpointSpec, page } from './endpoint.ts'

export const deviceEndpoints = {
  'GET /devices': {
    access: 'account',
    summary: 'Own devices with their latest values',
    query: object({
      ...page,
      search: Type.Optional(Type.String({ maxLength: 80 })),
      status: Type.Optional(Status),
      stationId: Type.Optional(Id),
    }),
    reply: Type.Array(Device),
    paged: true,
    errors: [],
  },
  'POST /devices': {
    access: 'main',
    right: 'manage',
    summary: 'Add a device to a logger',
    body: DeviceInput,
    reply: Device,
    errors: ['notFound', 'device.serialTaken'],
  },
  'GET /devices/:deviceId': {
    access: 'account',
    summary: 'One device',
    params: object({ deviceId: Id }),
    reply: Device,
    errors: ['notFound'],
  },
  'GET /devices/:deviceId/day': {
    access: 'account',
    summary: 'Power and temperatures of one local day; without a date: today there',
    params: object({ deviceId: Id }),
    query: object({ date: Type.Optional(DayDate) }),
    reply: DeviceDay,
    errors: ['notFound'],
  },
  'POST /loggers': {
    access: 'main',
    right: 'manage',
    summary: 'Add a data logger to a station; the reply shows its key once',
    body: LoggerInput,
    reply: LoggerWithKey,
    errors: ['notFound', 'logger.serialTaken'],
  },
  'GET /remote-settings/devices': {
    access: 'account',
    right: 'view',
    summary: 'Which devices can take remote settings now, and why not where not',
    query: object({ ...page, stationId: Type.Optional(Id) }),
    reply: Type.Array(RemoteSettingDevice),
    paged: true,
    errors: [],
  },
} as const satisfies Record<string, EndpointSpec>
