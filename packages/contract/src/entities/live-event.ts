import Type, { type Static } from 'typebox'
import { Id, object, oneOf } from './common.ts'

/** New data of a station: its values, its alarms, its commands. */
export const stationEventTypes = ['station', 'alarm', 'command'] as const
/**
 * `access`: stations were added or removed, or rights changed. `export`: an own export made progress. `bulletin`: news
 * or downloads changed. `resync`: events may have been missed.
 */
export const accountEventTypes = ['access', 'export', 'bulletin', 'resync'] as const

/** A hint to query again. It carries no data: access is checked at the query. */
export const LiveEvent = Type.Union([
  object({ type: oneOf(stationEventTypes), stationId: Id }),
  object({ type: oneOf(accountEventTypes) }),
])
export type LiveEvent = Static<typeof LiveEvent>
