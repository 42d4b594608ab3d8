import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { markDaysDue } from '../energy/queries/day-analysis.ts'
import { removeLogger } from '../inventory/queries/logger.ts'
import { deleteMeasuredBy } from './queries/deletion.ts'

/**
 * Ends the virtual plants of an account, then deletes their data; in this order no frame arrives after the deletion.
 * The call can be repeated after an interruption.
 * @throws Problem notFound (this portal runs no virtual plants)
 */
export async function endVirtualPlants({ virtualPlants, db, now }: Service, accountId: string) {
  if (!virtualPlants) throw new Problem('notFound')
  const { loggerIds } = await virtualPlants.end(accountId)
  await db.repeatedTransaction(async (tx) => {
    const left = await deleteMeasuredBy(tx, accountId, loggerIds)
    for (const stationId of left) await markDaysDue(tx, stationId, now(), '-infinity')
    for (const loggerId of loggerIds) await removeLogger(tx, loggerId, now())
  })
  await virtualPlants.forget(accountId)
  return { state: 'none', percent: null } as const
}
