import Type from 'typebox'
import { Id, object, oneOf } from '../entities/common.ts'
import { RowResult, SavedFilter, SavedFilterInput, StationTag, StationTagInput } from '../entities/fleet.ts'
import { ShareInput } from '../entities/sharing.ts'
import { mostFoundRows, mostRows, mostSharedRows, savedLists, tagRules } from '../fleet-rules.ts'
import { type EndpointSpec, Nothing } from './endpoint.ts'
import { stationFilters } from './station.ts'

const tag = object({ stationTagId: Id })
const rows = (maxItems: number) => Type.Array(Id, { minItems: 1, maxItems, uniqueItems: true })

export const fleetEndpoints = {
  'GET /station-ids': {
    access: 'account',
    summary: 'Ids of all stations that a filter finds, in their own order; of more than 10,000 the first',
    query: object(stationFilters),
    reply: Type.Array(Id, { maxItems: mostFoundRows }),
    errors: [],
  },
  'GET /station-tags': {
    access: 'account',
    summary: 'Groups and tags of the stations of the account; a sub-account sees those that its stations have',
    reply: Type.Array(StationTag, { maxItems: tagRules.most }),
    errors: [],
  },
  'POST /station-tags': {
    access: 'main',
    summary: 'Make a group or a tag',
    body: StationTagInput,
    reply: StationTag,
    errors: ['tag.nameTaken', 'tag.tooMany'],
  },
  'PUT /station-tags/:stationTagId': {
    access: 'main',
    summary: 'Give a group or a tag another name',
    params: tag,
    body: object({ name: Type.String(tagRules.name) }),
    reply: StationTag,
    errors: ['notFound', 'tag.nameTaken'],
  },
  'DELETE /station-tags/:stationTagId': {
    access: 'main',
    summary: 'Delete a group or a tag; its stations stay',
    params: tag,
    reply: Nothing,
    errors: ['notFound'],
  },
  'PUT /station-tags/:stationTagId/stations': {
    access: 'main',
    summary: 'Give several own stations a tag, or take it from them; who comes into a group leaves the one before',
    params: tag,
    body: object({ stationIds: rows(mostRows), isTagged: Type.Boolean() }),
    reply: Type.Array(RowResult),
    errors: ['notFound'],
  },
  'PUT /account/report-stations': {
    access: 'account',
    summary: 'Of which stations the daily report of the own account tells',
    body: object({ stationIds: rows(mostRows), isTold: Type.Boolean() }),
    reply: Type.Array(RowResult),
    errors: ['notFound'],
  },
  'POST /station-shares': {
    access: 'main',
    proof: true,
    summary: 'Share several stations with an account or a mail address, as POST /stations/:stationId/shares does one',
    body: object({ ...ShareInput.properties, stationIds: rows(mostSharedRows) }),
    reply: Type.Array(RowResult),
    errors: ['notFound'],
  },
  'GET /saved-filters': {
    access: 'account',
    summary: 'Filters of a list that the account keeps under a name',
    query: object({ list: oneOf(savedLists) }),
    reply: Type.Array(SavedFilter),
    errors: [],
  },
  'POST /saved-filters': {
    access: 'account',
    summary: 'Keep a filter under a name; one of the same name is replaced',
    body: SavedFilterInput,
    reply: SavedFilter,
    errors: ['savedFilter.tooMany'],
  },
  'DELETE /saved-filters/:savedFilterId': {
    access: 'account',
    summary: 'Forget a filter',
    params: object({ savedFilterId: Id }),
    reply: Nothing,
    errors: ['notFound'],
  },
} as const satisfies Record<string, EndpointSpec>
