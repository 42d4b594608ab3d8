import type { Seen } from './seen.ts'

/** The first frames, half an hour before it is switched on; the end of an hour of it; an hour after that. Epoch ms. */
export interface Times {
  before: number
  on: number
  off: number
  after: number
}

/** One behaviour, how it is switched on, and what the portal's API has to say of it. */
export interface Proof {
  behaviour: string
  parameters?: Record<string, number | string>
  shows: string
  /** `own`: the device, or the plant of the logger; `twin`: a sound one beside it, under the same sky. */
  check: (own: Views, twin: Views, times: Times) => void
}

/** The portal just before it is switched on, just before it is switched off, and an hour later. */
export interface Views {
  before: Seen
  during: Seen
  after: Seen
}

export const codesOf = (seen: Seen) => (seen.device.openAlarms ?? []).toSorted()

/** Today's energy between two views, kWh. */
export const energyOf = (from: Seen, to: Seen) => (to.device.energyTodayKwh ?? 0) - (from.device.energyTodayKwh ?? 0)

/** The device's energy against its twin's while it is switched on, and after. */
export function sharesOf(own: Views, twin: Views) {
  const share = (from: 'before' | 'during', to: 'during' | 'after') =>
    energyOf(own[from], own[to]) / energyOf(twin[from], twin[to])
  return { during: share('before', 'during'), after: share('during', 'after') }
}

export const powerOf = (seen: Seen) => seen.device.powerW ?? 0

export function expectSound({ device }: Seen): void {
  expect(device).toMatchObject({ status: 'normal', statusReason: 'producing', age: { state: 'live' }, openAlarms: [] })
}
