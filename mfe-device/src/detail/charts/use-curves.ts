import { useEndpoint } from '@helioport/api-client'

interface CurvesOf {
  deviceId: string
  /** First and last local day. */
  from: string
  to: string
}

/** Curves of the parameters (comma-separated); curves of former arguments are not shown meanwhile. */
export function useCurves({ deviceId, from, to }: CurvesOf, parameters: string, enabled = true) {
  const reply = useEndpoint(
    'GET /devices/:deviceId/curves',
    { params: { deviceId }, query: { from, to, parameters } },
    { enabled },
  )
  return reply.isPrevious || !enabled ? { ...reply, data: undefined } : reply
}
