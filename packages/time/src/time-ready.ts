import { globalTemporal } from './temporal.ts'

/**
 * Must resolve before the other functions are called in a browser. A browser with Temporal loads nothing; any other
 * loads the polyfill once per tab, whichever remote asks first.
 */
export const timeReady = (): Promise<unknown> =>
  globalTemporal() ? Promise.resolve() : import(/* webpackChunkName: "temporal" */ 'temporal-polyfill/global')
