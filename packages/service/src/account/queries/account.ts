import type { AccountSettings, InfoItem, Mailing, Notifications, PageLocale } from '@helioport/contract'
import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

export interface NewAccount {
  userName: string
  email: string
  passwordHash: string
  role: 'owner' | 'operator'
  stateName: string
  now: number
  /** False: the account must be activated by the link in its mail. Default: true. */
  activated?: boolean
  phone?: string
  address?: string
  province?: string
  city?: string
  timeZoneOffset?: number
  locale?: PageLocale
}

export async function insertAccount(tx: Transaction, account: NewAccount) {
  const now = new Date(account.now)
  return builder(tx)
    .insertInto('account')
    .values({
      user_name: account.userName,
      email: account.email,
      password_hash: account.passwordHash,
      role: account.role,
      state_name: account.stateName,
      nickname: account.userName,
      activated_at: account.activated === false ? null : now,
      created_at: now,
      ...(account.phone !== undefined && { phone: account.phone }),
      ...(account.address !== undefined && { address: account.address }),
      ...(account.province !== undefined && { province: account.province }),
      ...(account.city !== undefined && { city: account.city }),
      ...(account.timeZoneOffset !== undefined && { time_zone_offset: account.timeZoneOffset }),
      ...(account.locale !== undefined && { mail_locale: account.locale }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function setPasswordHash(tx: Transaction, userName: string, passwordHash: string) {
  return builder(tx)
    .updateTable('account')
    .set({ password_hash: passwordHash })
    .where(sql<string>`lower(user_name)`, '=', userName.toLowerCase())
    .returning('id')
    .executeTakeFirst()
}

export async function changePasswordHash(tx: Transaction, accountId: string, passwordHash: string, now: number) {
  await builder(tx)
    .updateTable('account')
    .set({ password_hash: passwordHash, password_changed_at: new Date(now) })
    .where('id', '=', accountId)
    .execute()
}

/** Whether the stored hash is still `passwordHash`; locks the account's row until the end of the transaction. */
export async function holdPassword(tx: Transaction, accountId: string, passwordHash: string): Promise<boolean> {
  const rows = await builder(tx)
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('password_hash', '=', passwordHash)
    .forNoKeyUpdate()
    .execute()
  return rows.length > 0
}

export async function activateAccount(tx: Transaction, accountId: string, now: number) {
  return builder(tx)
    .updateTable('account')
    .set({ activated_at: new Date(now) })
    .where('id', '=', accountId)
    .returning('user_name')
    .executeTakeFirstOrThrow()
}

/** Deletes accounts that were registered before `before` and never activated. */
export async function deleteForgottenAccounts(tx: Transaction, before: number): Promise<void> {
  await builder(tx)
    .deleteFrom('account')
    .where('activated_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('main_account_id', 'is', null)
    .where('created_at', '<', instant(before))
    .execute()
}

/** Whether the password alone does not open the account: the account requires a passkey and has one. */
export async function findPasskeyRequired(db: Session, accountId: string): Promise<boolean> {
  const found = await builder(db)
    .selectFrom('account')
    .select('account.id')
    .where('account.id', '=', accountId)
    .where('passkey_required', '=', true)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('passkey').select('passkey.id').whereRef('passkey.account_id', '=', 'account.id')),
    )
    .execute()
  return found.length > 0
}

/** Returns whether the setting changed. */
export async function setPasskeyRequired(tx: Transaction, accountId: string, required: boolean): Promise<boolean> {
  const changed = await builder(tx)
    .updateTable('account')
    .set({ passkey_required: required })
    .where('id', '=', accountId)
    .where('passkey_required', '<>', required)
    .returning('id')
    .execute()
  return changed.length > 0
}

export async function setBoundPhone(tx: Transaction, accountId: string, phone: string, now: number) {
  await builder(tx)
    .updateTable('account')
    .set({ phone, phone_bound_at: new Date(now) })
    .where('id', '=', accountId)
    .execute()
}

/** Unbinds the phone and removes it from the settings. Returns the number; undefined: no number was bound. */
export async function clearBoundPhone(tx: Transaction, accountId: string): Promise<string | undefined> {
  const bound = await builder(tx)
    .selectFrom('account')
    .select('phone')
    .where('id', '=', accountId)
    .where('phone_bound_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!bound) return undefined
  await builder(tx)
    .updateTable('account')
    .set({ phone: '', phone_bound_at: null })
    .where('id', '=', accountId)
    .execute()
  return bound.phone
}

/** Sets the account's avatar or logo (null: none); returns the id of the former picture. */
export async function replaceAccountPicture(
  tx: Transaction,
  accountId: string,
  column: 'avatar_id' | 'logo_id',
  pictureId: string | null,
): Promise<string | null> {
  const trx = builder(tx)
  const own = trx.selectFrom('account').select([column]).where('id', '=', accountId).forUpdate()
  const former = await own.executeTakeFirstOrThrow()
  await trx
    .updateTable('account')
    .set({ [column]: pictureId })
    .where('id', '=', accountId)
    .execute()
  return former[column] ?? null
}

export async function setInfoItems(tx: Transaction, accountId: string, items: readonly InfoItem[]) {
  await builder(tx)
    .updateTable('account')
    .set({ info_items: [...items] })
    .where('id', '=', accountId)
    .execute()
}

export async function setNotifications(tx: Transaction, accountId: string, chosen: Partial<Notifications>) {
  await builder(tx)
    .updateTable('account')
    .set({
      ...(chosen.service !== undefined && { daily_service: chosen.service }),
      ...(chosen.report !== undefined && { daily_report: chosen.report }),
      ...(chosen.locale !== undefined && { mail_locale_chosen: chosen.locale !== null }),
      ...(chosen.locale && { mail_locale: chosen.locale }),
    })
    .where('id', '=', accountId)
    .execute()
}

/** Switches one kind of mail off or on; leaves all other choices as they are. */
export async function chooseMailing(tx: Transaction, accountId: string, mailing: Mailing, on: boolean): Promise<void> {
  const choice = {
    service: { daily_service: on },
    report: { daily_report: on },
    alarm: { alarms_by_mail: on },
  }
  await builder(tx).updateTable('account').set(choice[mailing]).where('id', '=', accountId).execute()
}

/** Stores the language of the pages as that of mails, unless the account chose a language for mails. */
export async function setPageLocale(tx: Transaction, accountId: string, locale: PageLocale): Promise<void> {
  await builder(tx)
    .updateTable('account')
    .set({ mail_locale: locale })
    .where('id', '=', accountId)
    .where('mail_locale_chosen', '=', false)
    .where('mail_locale', '!=', locale)
    .execute()
}

export async function findAccount(db: Session, accountId: string) {
  return builder(db).selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
}

export async function updateAccount(tx: Transaction, accountId: string, settings: AccountSettings) {
  return builder(tx)
    .updateTable('account')
    .set({
      nickname: settings.nickname,
      phone: settings.phone,
      // A changed number is unconfirmed.
      phone_bound_at: sql<Date | null>`case when phone = ${settings.phone} then phone_bound_at end`,
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
