import { Id, object } from '../entities/common.ts'
import { type EndpointSpec, Nothing } from './endpoint.ts'

/** A page for an iframe that plays one saved address; its policy allows no other media source. */
export const videoEndpoints = {
  'GET /account/video': {
    access: 'account',
    summary: 'Page that plays the video of the account; empty without one',
    download: true,
    reply: Nothing,
    errors: [],
  },
  'GET /video-player': {
    access: 'account',
    summary: 'Script that plays streams on such a page where the browser cannot; the same for everybody',
    download: true,
    reply: Nothing,
    errors: [],
  },
  'GET /stations/:stationId/video': {
    access: 'account',
    summary: 'Page that plays the video of a station; empty without one',
    params: object({ stationId: Id }),
    download: true,
    reply: Nothing,
    errors: ['notFound'],
  },
} as const satisfies Record<string, EndpointSpec>
