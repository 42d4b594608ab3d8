import { commandKinds, commandReasons } from '@helioport/contract'
import type { Endpoints, QueryOf } from '@helioport/contract/endpoints'
import { urlChoice, urlMatch, urlPageSize, urlPage, type UrlStateOf } from '@helioport/ui'

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** URL state of the command list. */
export const commandListFields = {
  kind: urlChoice(['all', ...commandKinds]),
  /** Reason of the failure. */
  code: urlChoice(['all', ...commandReasons]),
  station: urlMatch(id),
  device: urlMatch(id),
  page: urlPage,
  size: urlPageSize,
}

export type CommandListState = UrlStateOf<typeof commandListFields>

/** The same state as a query of `GET /commands`. */
export function commandListQuery(state: CommandListState): QueryOf<Endpoints['GET /commands']> {
  const { kind, code, station, device, page, size } = state
  return {
    page,
    pageSize: size,
    ...(kind !== 'all' && { kind }),
    ...(code !== 'all' && { code }),
    ...(station !== '' && { stationId: station }),
    ...(device !== '' && { deviceId: device }),
  }
}
