import { query, type Transaction } from '../../database/session.ts'

/** Removes all browsers that show the account's alarms, with the messages queued for them. */
export async function deletePushDevices(tx: Transaction, accountId: string): Promise<void> {
  await query(tx, 'delete from push_device where account_id = $1', [accountId])
}
