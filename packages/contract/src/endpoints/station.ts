import Type from 'typebox'
import { DayDate, Id, object, oneOf, Status } from '../entities/common.ts'
import { Station, StationDay, StationInput } from '../entities/station.ts'
import { type EndpointSpec, page } from './endpoint.ts'

export const stationSorts = ['sortNumber', 'name', 'powerW', 'energyTodayKwh', 'specificYieldToday'] as const

export const stationEndpoints = {
  'GET /stations': {
    access: 'account',
    summary: 'Own stations with what is going on there now',
    query: object({
      ...page,
      /** Part of the name or the address. */
      search: Type.Optional(Type.String({ maxLength: 80 })),
      status: Type.Optional(Status),
      sort: Type.Optional(oneOf(stationSorts)),
    }),
    reply: Type.Array(Station),
    paged: true,
    errors: [],
  },
  'POST /stations': {
    access: 'main',
    summary: 'Add a station',
    body: StationInput,
    reply: Station,
    errors: ['station.nameTaken'],
  },
  'GET /stations/:stationId': {
    access: 'account',
    summary: 'One station',
    params: object({ stationId: Id }),
    reply: Station,
    errors: ['notFound'],
  },
  'GET /stations/:stationId/day': {
    access: 'account',
    summary: 'Power, energy and weather of one local day; without a date: today there',
    params: object({ stationId: Id }),
    query: object({ date: Type.Optional(DayDate) }),
    reply: StationDay,
    errors: ['notFound'],
  },
} as const satisfies Record<string, EndpointSpec>
