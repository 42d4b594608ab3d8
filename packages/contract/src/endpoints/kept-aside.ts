import Type from 'typebox'
import { DayDate, Id, object } from '../entities/common.ts'
import { KeptAside, KeptAsideChoice, ValueEdit } from '../entities/kept-aside.ts'
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
  'POST /stations/:stationId/value-edits': {
    access: 'main',
    right: 'manage',
    summary: 'Keep values of a stretch of at most 31 days out of all figures, or take them times a factor',
    params: station,
    body: ValueEdit,
    reply: object({ /** Number of frames with such values. */ frames: Type.Integer() }),
    errors: ['notFound', 'period.tooLong'],
  },
} as const satisfies Record<string, EndpointSpec>
