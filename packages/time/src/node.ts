/** The entry for Node: provides Temporal where Node has none, without changing its globals. */
import { Temporal } from 'temporal-polyfill'
import { provideTemporal } from './temporal.ts'

provideTemporal(Temporal)

export * from './index.ts'
