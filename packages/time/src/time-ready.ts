import { globalTemporal } from './temporal.ts'

/**
 * To be waited for before the other functions are called in a browser. One that has Temporal loads nothing; one that
 * has none is given it once per tab, whichever remote asks first.
 */
export async function timeReady(): Promise<void> {
  if (globalTemporal() === undefined) await import(/* webpackChunkName: "temporal" */ 'temporal-polyfill/global')
}

/** Whether `timeReady` has nothing to wait for. */
export const isTimeReady = (): boolean => globalTemporal() !== undefined
