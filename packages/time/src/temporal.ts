import type { Temporal } from 'temporal-polyfill'

/** Temporal, as a value. */
export type TemporalApi = typeof Temporal

let provided: TemporalApi | undefined

/** The browser's own Temporal, or the one that `timeReady` has put in its place. */
export const globalTemporal = (): TemporalApi | undefined =>
  Reflect.get(globalThis, 'Temporal') as TemporalApi | undefined

/** For run times that bring Temporal along instead of having it as a global. */
export function provideTemporal(temporal: TemporalApi): void {
  provided = temporal
}

/** @throws Error where there is none: a page asked for a day before `timeReady`, or Node imported the browser's entry. */
export function temporal(): TemporalApi {
  provided ??= globalTemporal()
  if (provided) return provided
  throw new Error('no Temporal: wait for timeReady, or import time/node')
}
