import Type from 'typebox'
import { DayDate, Id, object } from '../entities/common.ts'
import { KeptAside, KeptAsideChoice } from '../entities/kept-aside.ts'
import { type EndpointSpec, Nothing } from './endpoint.ts'

const station = object({ stationId: Id })

export const keptAsideEndpoints = {
  'GET /stations/:stationId/kept-aside': {
    access: 'account',
    summary: 'Values of a local day that are in no figure, with the reason; without a date: of today there',
    params: station,
    query: object({ date: Type.Optional(DayDate) }),
    reply: Type.Array(KeptAside),
    errors: ['notFound'],
  },
  'POST /stations/:stationId/kept-aside': {
    access: 'main',
    right: 'manage',
    summary: 'Take kept values in: they are true. All that follows from them is computed anew',
    params: station,
    body: KeptAsideChoice,
    reply: Nothing,
    errors: ['notFound', 'period.tooLong'],
  },
} as const satisfies Record<string, EndpointSpec>
