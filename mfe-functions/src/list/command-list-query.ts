import { commandKinds, commandReasons } from '@helioport/contract'
import type { Endpoints, QueryOf } from '@helioport/contract/endpoints'
import { urlChoice, urlMatch, urlPageSize, urlPage, type UrlStateOf } from '@helioport/ui'

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What the URL's query says of the list of commands. */
export const commandListFields = {
  kind: urlChoice(['all', ...commandKinds]),
  /** Why it did not succeed. */
  code: urlChoice(['all', ...commandReasons]),
  station: urlMatch(id),
  device: urlMatch(id),
  page: urlPage,
  size: urlPageSize,
}

export type CommandListState = UrlStateOf<typeof commandListFields>

/** The same as the query of `GET /commands`. */
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
