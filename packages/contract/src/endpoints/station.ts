import Type from 'typebox'
import { mostPlaces, stationSorts } from '../constants.ts'
import { DayDate, Id, object, oneOf, Status } from '../entities/common.ts'
import { Device } from '../entities/device.ts'
import { ListedStation, Station, StationDay, StationDeletion, StationInput, StationPlace } from '../entities/station.ts'
import { StationForm } from '../entities/station-form.ts'
import { type EndpointSpec, longPage, Nothing } from './endpoint.ts'

/** Errors of the parts of a form. */
const formErrors = [
  'request.keyReused',
  'notFound',
  'station.nameTaken',
  'station.collectorDevice',
  'device.assigned',
  'tariff.dateTaken',
  'tariff.bandsOverlap',
  'tariff.last',
  'co2Factor.past',
  'co2Factor.dateTaken',
] as const

export const idPattern = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Filters of a list of stations. */
export const stationFilters = {
  /** Part of the name or the address. */
  search: Type.Optional(Type.String({ maxLength: 80 })),
  status: Type.Optional(Status),
  /** Only stations that need attention; without `sort` the most urgent first. */
  attention: Type.Optional(Type.Boolean()),
  /** Id of a group or a tag. */
  tag: Type.Optional(Type.String({ pattern: `^${idPattern}$` })),
}

export const stationEndpoints = {
  'GET /stations': {
    access: 'account',
    summary: 'Own stations with what is going on there now',
    query: object({
      ...longPage,
      ...stationFilters,
      sort: Type.Optional(oneOf(stationSorts)),
      /** Default: names and states ascending, figures descending; unknown values last. */
      order: Type.Optional(oneOf(['asc', 'desc'])),
    }),
    reply: Type.Array(ListedStation),
    paged: true,
    errors: [],
  },
  'GET /stations/places': {
    access: 'account',
    summary: 'Where all stations within reach lie and how each is; of more than 10,000 the first',
    reply: Type.Array(StationPlace, { maxItems: mostPlaces }),
    errors: [],
  },
  'POST /stations': {
    access: 'main',
    summary: 'Add a station',
    body: StationInput,
    reply: Station,
    errors: ['station.nameTaken', 'station.collectorDevice'],
  },
  'POST /stations/form': {
    access: 'main',
    right: 'manage',
    summary: 'Add a station with its devices, rates and CO2 factor, all or nothing; a repeated request adds it once',
    body: StationForm,
    reply: Station,
    errors: formErrors,
  },
  'PUT /stations/:stationId/form': {
    access: 'main',
    right: 'manage',
    summary:
      'Change a station with its devices, rates and CO2 factor, all or nothing; a repeated request changes it once',
    params: object({ stationId: Id }),
    body: StationForm,
    reply: Station,
    errors: [...formErrors, 'station.currencyFixed', 'tariff.past', 'session.proofRequired'],
  },
  'PUT /station-order': {
    access: 'main',
    right: 'manage',
    summary: 'Sort numbers of several stations at once: their places in this list',
    body: object({ stationIds: Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true }) }),
    reply: Nothing,
    errors: ['notFound'],
  },
  'GET /stations/:stationId': {
    access: 'account',
    summary: 'One station',
    params: object({ stationId: Id }),
    reply: Station,
    errors: ['notFound'],
  },
  'PUT /stations/:stationId': {
    access: 'main',
    right: 'manage',
    summary: 'Change a station; another price begins a new rate today, another zone or place computes its days anew',
    params: object({ stationId: Id }),
    body: StationInput,
    reply: Station,
    errors: ['notFound', 'station.nameTaken', 'station.collectorDevice', 'station.currencyFixed'],
  },
  'POST /stations/:stationId/deletion': {
    access: 'main',
    right: 'manage',
    proof: true,
    summary: 'Ask to delete a station: what is lost, and a token that is valid for ten minutes',
    params: object({ stationId: Id }),
    reply: StationDeletion,
    errors: ['notFound'],
  },
  'DELETE /stations/:stationId': {
    access: 'main',
    right: 'manage',
    summary: 'Delete a station, with the token of POST /stations/:stationId/deletion',
    params: object({ stationId: Id }),
    body: object({ token: Type.String({ minLength: 1, maxLength: 100 }), name: Type.String({ maxLength: 80 }) }),
    reply: Nothing,
    errors: ['notFound', 'station.deletionExpired', 'station.nameMismatch'],
  },
  'POST /stations/:stationId/devices': {
    access: 'main',
    right: 'manage',
    summary:
      'Assign unassigned devices of the account to a station; their history comes with them; one that others reach asks for a proof',
    params: object({ stationId: Id }),
    body: object({ deviceIds: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }) }),
    reply: Type.Array(Device),
    errors: ['notFound', 'device.assigned', 'session.proofRequired'],
  },
  'DELETE /stations/:stationId/devices/:deviceId': {
    access: 'main',
    right: 'manage',
    summary: 'Take a device out of a station; its history goes with it',
    params: object({ stationId: Id, deviceId: Id }),
    reply: Nothing,
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
