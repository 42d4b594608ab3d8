import Type, { type Static } from 'typebox'
import { Id, object, oneOf } from './common.ts'

/** Something new is known of a station: its values, its alarms, its commands. */
export const stationEventTypes = ['station', 'alarm', 'command'] as const
/**
 * `access`: stations came, went or changed their rights. `export`: an own export goes on. `bulletin`: news or downloads
 * changed. `resync`: events may have been missed.
 */
export const accountEventTypes = ['access', 'export', 'bulletin', 'resync'] as const

/** A hint to ask again. It carries no data: what the caller may see is decided when it asks. */
export const LiveEvent = Type.Union([
  object({ type: oneOf(stationEventTypes), stationId: Id }),
  object({ type: oneOf(accountEventTypes) }),
])
export type LiveEvent = Static<typeof LiveEvent>
