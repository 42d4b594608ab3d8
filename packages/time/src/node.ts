/** The entry for Node: brings Temporal along where Node has none, without touching its globals. */
import { Temporal } from 'temporal-polyfill'
import { provideTemporal } from './temporal.ts'

provideTemporal(Temporal)

export * from './index.ts'
