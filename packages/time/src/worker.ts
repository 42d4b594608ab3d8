/** The entry for workers of a page, each one script: Temporal comes along here, since no second script can be fetched. */
import { Temporal } from 'temporal-polyfill'
import { provideTemporal } from './temporal.ts'

provideTemporal(Temporal)
