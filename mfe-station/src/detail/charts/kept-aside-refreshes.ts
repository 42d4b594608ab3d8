/** Endpoints to refetch after values were included or excluded. */
export const keptAsideRefreshes = [
  'GET /stations/:stationId/kept-aside',
  'GET /stations/:stationId/day',
  'GET /stations/:stationId/statistics',
  'GET /devices/:deviceId/day',
] as const
