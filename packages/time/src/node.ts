/** Entry for Node: brings Temporal where Node has none, without changing globals. */
import { Temporal } from 'temporal-polyfill'
import { provideTemporal } from './temporal.ts'

provideTemporal(Temporal)

export * from './index.ts'
