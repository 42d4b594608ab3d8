/** Entry for workers, which are single scripts: Temporal is bundled, as no second script can be fetched. */
import { Temporal } from 'temporal-polyfill'
import { provideTemporal } from './temporal.ts'

provideTemporal(Temporal)
