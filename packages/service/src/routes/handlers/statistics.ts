import type { Handlers } from '../handler.ts'
import { Problem } from '../../rules/problem.ts'

type Statistics =
  | 'GET /stations/summary'
  | 'GET /stations/:stationId/statistics'
  | 'GET /devices/:deviceId/statistics'
  | 'GET /account/statistics'
  | 'GET /ranking'
  | 'GET /stations/:stationId/losses'
  | 'GET /stations/:stationId/series'
  | 'GET /devices/:deviceId/series'

const notYet = async () => {
  throw new Problem('service.unavailable')
}

/** Figures of longer stretches than a day, from roll-ups. */
export const statisticsHandlers: Handlers<Statistics> = {
  'GET /stations/summary': notYet,
  'GET /stations/:stationId/statistics': notYet,
  'GET /devices/:deviceId/statistics': notYet,
  'GET /account/statistics': notYet,
  'GET /ranking': notYet,
  'GET /stations/:stationId/losses': notYet,
  'GET /stations/:stationId/series': notYet,
  'GET /devices/:deviceId/series': notYet,
}
