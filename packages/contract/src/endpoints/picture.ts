import { Id, object } from '../entities/common.ts'
import { Picture } from '../entities/picture.ts'
import { type EndpointSpec, Nothing } from './endpoint.ts'

const station = object({ stationId: Id })
const refusals = [
  'notFound',
  'request.tooLarge',
  'picture.invalid',
  'picture.tooManyPixels',
  'service.unavailable',
] as const

/** JPG or PNG under 2 MB; re-encoded without metadata. */
export const pictureEndpoints = {
  'PUT /stations/:stationId/picture': {
    access: 'main',
    right: 'manage',
    summary: 'Set the picture of a station',
    params: station,
    upload: 'image',
    reply: Picture,
    errors: refusals,
  },
  'DELETE /stations/:stationId/picture': {
    access: 'main',
    right: 'manage',
    summary: 'Take the picture of a station away',
    params: station,
    reply: Nothing,
    errors: ['notFound'],
  },
  'PUT /stations/:stationId/logo': {
    access: 'main',
    right: 'manage',
    summary: 'Set the logo of a station',
    params: station,
    upload: 'image',
    reply: Picture,
    errors: refusals,
  },
  'DELETE /stations/:stationId/logo': {
    access: 'main',
    right: 'manage',
    summary: 'Take the logo of a station away',
    params: station,
    reply: Nothing,
    errors: ['notFound'],
  },
  'GET /pictures/:pictureId': {
    access: 'account',
    summary: 'File of a picture that the caller may see',
    params: object({ pictureId: Id }),
    download: true,
    reply: Nothing,
    errors: ['notFound'],
  },
} as const satisfies Record<string, EndpointSpec>
