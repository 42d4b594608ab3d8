import { globalTemporal } from './temporal.ts'

/**
 * To be waited for before the other functions are called in a browser. One that has Temporal loads nothing; one that
 * has none is given it once per tab, whichever remote asks first.
 */
export const timeReady = (): Promise<unknown> =>
  globalTemporal() ? Promise.resolve() : import(/* webpackChunkName: "temporal" */ 'temporal-polyfill/global')
