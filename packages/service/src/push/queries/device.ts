import { query, type Session, type Transaction } from '../../database/session.ts'

export interface PushDeviceRow {
  id: string
  name: string
  endpoint_hash: Buffer
  created_at: number
  last_used_at: number | null
  failing_since: number | null
}

/** Devices of the account, newest first. */
export async function findPushDevices(db: Session, accountId: string): Promise<PushDeviceRow[]> {
  const { rows } = await query<PushDeviceRow>(
    db,
    `select id, name, endpoint_hash, created_at, last_used_at, failing_since from push_device
     where account_id = $1 order by created_at desc, id`,
    [accountId],
  )
  return rows
}

/** Counts the account's other devices. Locks the account's row, so that concurrent inserts cannot exceed the limit. */
export async function countOtherDevices(tx: Transaction, accountId: string, endpointHash: Buffer): Promise<number> {
  await query(tx, 'select from account where id = $1 for no key update', [accountId])
  const { rows } = await query<{ count: number }>(
    tx,
    'select count(*)::int as count from push_device where account_id = $1 and endpoint_hash <> $2',
    [accountId, endpointHash],
  )
  return rows[0]?.count ?? 0
}

/** Replaces any device with the same address, also of another account: a browser belongs to its current user. */
export async function replacePushDevice(
  tx: Transaction,
  device: {
    id: string
    accountId: string
    name: string
    endpointHash: Buffer
    subscription: Buffer
    now: number
  },
): Promise<void> {
  const { id, accountId, name, endpointHash, subscription, now } = device
  await query(tx, 'delete from push_device where endpoint_hash = $1', [endpointHash])
  await query(
    tx,
    `insert into push_device (id, account_id, name, endpoint_hash, subscription, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, accountId, name, endpointHash, subscription, new Date(now)],
  )
}

/** Returns whether the account had the device. */
export async function deletePushDevice(tx: Transaction, accountId: string, deviceId: string): Promise<boolean> {
  const { rows } = await query(tx, 'delete from push_device where id = $1 and account_id = $2 returning id', [
    deviceId,
    accountId,
  ])
  return rows.length > 0
}

/** Deletes a device whose subscription has ended, with the messages that wait for it. */
export async function forgetPushDevice(tx: Transaction, deviceId: string): Promise<void> {
  await query(tx, 'delete from push_device where id = $1', [deviceId])
}

export async function noteReached(tx: Transaction, deviceId: string, now: number): Promise<void> {
  await query(tx, 'update push_device set last_used_at = $2, failing_since = null where id = $1', [
    deviceId,
    new Date(now),
  ])
}

export async function noteUnreached(tx: Transaction, deviceId: string, now: number): Promise<void> {
  await query(tx, 'update push_device set failing_since = coalesce(failing_since, $2) where id = $1', [
    deviceId,
    new Date(now),
  ])
}
