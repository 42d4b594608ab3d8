import type { AccountSettings } from '@helioport/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

export interface NewAccount {
  userName: string
  email: string
  passwordHash: string
  role: 'owner' | 'operator'
  stateName: string
  now: number
}

export async function insertAccount({ kysely }: Database, account: NewAccount) {
  const now = new Date(account.now)
  return kysely
    .insertInto('account')
    .values({
      user_name: account.userName,
      email: account.email,
      password_hash: account.passwordHash,
      role: account.role,
      state_name: account.stateName,
      nickname: account.userName,
      activated_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function setPasswordHash({ kysely }: Database, userName: string, passwordHash: string) {
  return kysely
    .updateTable('account')
    .set({ password_hash: passwordHash })
    .where(sql<string>`lower(user_name)`, '=', userName.toLowerCase())
    .returning('id')
    .executeTakeFirst()
}

export async function findAccount({ kysely }: Database, accountId: string) {
  return kysely.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
}

export async function updateAccount({ kysely }: Database, accountId: string, settings: AccountSettings) {
  return kysely
    .updateTable('account')
    .set({
      nickname: settings.nickname,
      phone: settings.phone,
      address: settings.address,
      province: settings.province,
      city: settings.city,
      time_zone_offset: settings.timeZoneOffset,
      feed_in_tariff: settings.feedInTariff,
      currency: settings.currency,
      video_url: settings.videoUrl,
    })
    .where('id', '=', accountId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
