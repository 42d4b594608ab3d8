/**
 * The entry for workers of a page, each a single script: it includes Temporal, since a worker cannot load a second
 * script.
 */
import { Temporal } from 'temporal-polyfill'
import { provideTemporal } from './temporal.ts'

provideTemporal(Temporal)
