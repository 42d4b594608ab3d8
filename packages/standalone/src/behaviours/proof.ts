import type { Seen } from './seen.ts'

/** First frames (half an hour before the start), start, end (an hour later), and an hour after that. Epoch ms. */
export interface Times {
  before: number
  on: number
  off: number
  after: number
}

/** One behaviour, its parameters, and the expected reaction of the portal's API. */
export interface Proof {
  behaviour: string
  parameters?: Record<string, number | string>
  shows: string
  /** `own`: the device, or the logger's plant; `twin`: a sound one under the same sky. */
  check: (own: Views, twin: Views, times: Times) => void
}

/** The portal just before the start, just before the end, and an hour later. */
export interface Views {
  before: Seen
  during: Seen
  after: Seen
}

export const codesOf = (seen: Seen) => (seen.device.openAlarms ?? []).toSorted()

/** Today's energy between two views, kWh. */
export const energyOf = (from: Seen, to: Seen) => (to.device.energyTodayKwh ?? 0) - (from.device.energyTodayKwh ?? 0)

/** Energy of the device relative to its twin, during the behaviour and after. */
export function sharesOf(own: Views, twin: Views) {
  const share = (from: 'before' | 'during', to: 'during' | 'after') =>
    energyOf(own[from], own[to]) / energyOf(twin[from], twin[to])
  return { during: share('before', 'during'), after: share('during', 'after') }
}

export const powerOf = (seen: Seen) => seen.device.powerW ?? 0

export function expectSound({ device }: Seen): void {
  expect(device).toMatchObject({ status: 'normal', statusReason: 'producing', age: { state: 'live' }, openAlarms: [] })
}
