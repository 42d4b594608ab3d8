import { globalTemporal } from './temporal.ts'

/**
 * Await it in a browser before other functions are called. Without a native Temporal the polyfill is loaded once per
 * tab, whichever remote asks first.
 */
export const timeReady = (): Promise<unknown> =>
  globalTemporal() ? Promise.resolve() : import(/* webpackChunkName: "temporal" */ 'temporal-polyfill/global')
