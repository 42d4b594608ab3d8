import { Id, object } from '../entities/common.ts'
import { type EndpointSpec, Nothing } from './endpoint.ts'

/** A page for a frame that plays one saved address, and lets the browser ask no other for media. */
export const videoEndpoints = {
  'GET /account/video': {
    access: 'account',
    summary: 'Page that plays the video of the account',
    download: true,
    reply: Nothing,
    errors: ['notFound'],
  },
  'GET /stations/:stationId/video': {
    access: 'account',
    summary: 'Page that plays the video of a station',
    params: object({ stationId: Id }),
    download: true,
    reply: Nothing,
    errors: ['notFound'],
  },
} as const satisfies Record<string, EndpointSpec>
