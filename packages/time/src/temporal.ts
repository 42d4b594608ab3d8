import type { Temporal } from 'temporal-polyfill'

/** Temporal, as a value. */
export type TemporalApi = typeof Temporal

let provided: TemporalApi | undefined

/** The browser's own Temporal, or the polyfill that `timeReady` has loaded. */
export const globalTemporal = (): TemporalApi | undefined =>
  Reflect.get(globalThis, 'Temporal') as TemporalApi | undefined

/** For run times that provide Temporal themselves instead of having it as a global. */
export function provideTemporal(temporal: TemporalApi): void {
  provided = temporal
}

/**
 * @throws Error if there is no Temporal: a page used a day before `timeReady`, or Node imported the browser's entry.
 */
export function temporal(): TemporalApi {
  provided ??= globalTemporal()
  if (provided) return provided
  throw new Error('no Temporal: wait for timeReady, or import time/node')
}
