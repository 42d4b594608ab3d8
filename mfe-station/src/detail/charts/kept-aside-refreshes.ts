/** What is asked again once values count that did not, or no longer do. */
export const keptAsideRefreshes = [
  'GET /stations/:stationId/kept-aside',
  'GET /stations/:stationId/day',
  'GET /stations/:stationId/statistics',
  'GET /devices/:deviceId/day',
] as const
