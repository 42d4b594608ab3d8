import { query, type Transaction } from '../../database/session.ts'

/** No browser shows the alarms of the account any more; what waits for them goes with them. */
export async function deletePushDevices(tx: Transaction, accountId: string): Promise<void> {
  await query(tx, 'delete from push_device where account_id = $1', [accountId])
}
