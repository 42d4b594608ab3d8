import type { ApiKeyScope, DailyMail, InfoItem, PageLocale } from '@helioport/contract'
import type { Generated } from 'kysely'
import type { Instant, MaybeInstant } from './instant.ts'

/** An account's choices for pages and mails, and when its secrets changed. */
export interface AccountChoices {
  phone_bound_at: MaybeInstant
  password_changed_at: MaybeInstant
  /** True: signing in by password alone is refused. */
  passkey_required: Generated<boolean>
  info_items: Generated<InfoItem[]>
  /** The language of the pages that the person last read, or the one chosen for mails. */
  mail_locale: Generated<PageLocale>
  mail_locale_chosen: Generated<boolean>
  /** Mails of alarms, by class of alarm. */
  mail_faults: Generated<boolean>
  mail_notices: Generated<boolean>
  /** False: alarms are shown on push devices only. */
  alarms_by_mail: Generated<boolean>
  /** Quiet hours without mails of alarms, in minutes of the account's day; null: none. */
  quiet_from: number | null
  quiet_to: number | null
  /** Time zone of the quiet hours; null: the account's fixed offset. */
  quiet_zone: string | null
  daily_service: Generated<boolean>
  daily_report: Generated<boolean>
  avatar_id: string | null
  logo_id: string | null
}

interface EmailTable {
  id: Generated<string>
  account_id: string
  email: string
  added_at: Instant
}

export type CodePurpose = 'registration' | 'password' | 'email' | 'phone'

interface OneTimeCodeTable {
  purpose: CodePurpose
  /** Address, phone or account; with the id of the account that asked, if any. */
  target: string
  code_hash: Buffer
  expires_at: Instant
}

export type LinkPurpose = 'activation' | DailyMail

interface MailLinkTable {
  token_hash: Buffer
  account_id: string
  purpose: LinkPurpose
  expires_at: Instant
}

export type MailRequestKind = 'registration' | 'activation' | 'password'

interface MailRequestTable {
  id: Generated<number>
  kind: MailRequestKind
  target: string
  locale: PageLocale | null
  at: Instant
}

interface MessageTable {
  id: Generated<string>
  account_id: string | null
  channel: 'mail' | 'sms'
  kind: string
  recipient: string
  /** Empty if the subject holds a secret. */
  subject: Generated<string>
  content: Buffer | null
  created_at: Instant
  due_at: Instant
  tries: Generated<number>
  sent_at: MaybeInstant
  failed_at: MaybeInstant
  last_error: Generated<string>
  /** A sample that the person asked for. */
  is_sample: Generated<boolean>
  /** What the gateway reported of an SMS that it accepted; null: nothing yet. */
  receipt: 'delivered' | 'undelivered' | null
  receipt_at: MaybeInstant
  receipt_reason: Generated<string>
}

interface DailyMailTable {
  account_id: string
  kind: DailyMail
  day: string
}

interface KnownBrowserTable {
  token_hash: Buffer
  account_id: string
  expires_at: Instant
}

interface TotpTable {
  account_id: string
  secret: Buffer
  confirmed_at: MaybeInstant
  last_step: number | null
}

interface RecoveryCodeTable {
  account_id: string
  code_hash: Buffer
}

interface PasskeyTable {
  id: Generated<string>
  account_id: string
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  is_synced: boolean
  created_at: Instant
  last_used_at: MaybeInstant
}

export type ChallengePurpose = 'add' | 'signIn' | 'proof'

interface PasskeyChallengeTable {
  hash: Buffer
  purpose: ChallengePurpose
  /** Session of the caller; null: not signed in. */
  session_id: string | null
  expires_at: Instant
}

interface OpenidIdentityTable {
  id: Generated<string>
  account_id: string
  issuer: string
  subject: string
  email: string
  linked_at: Instant
  last_used_at: MaybeInstant
}

interface OpenidFlowTable {
  token_hash: Buffer
  provider: string
  sent: Buffer
  expires_at: Instant
  /** Null until the person returns from the provider. */
  issuer: string | null
  subject: string | null
  email: string | null
}

interface AttemptTable {
  id: Generated<number>
  key: Buffer
  at: Instant
  expires_at: Instant
}

interface ApiKeyTable {
  id: Generated<string>
  account_id: string
  key_hash: Buffer
  /** Last characters of the key. */
  ending: string
  name: string
  scopes: ApiKeyScope[]
  /** False: only the stations in `api_key_station`, possibly none. */
  all_stations: boolean
  created_at: Instant
  expires_at: Instant
  last_used_at: MaybeInstant
  /** When the person last confirmed that it may send commands. */
  proved_at: MaybeInstant
}

interface ApiKeyStationTable {
  api_key_id: string
  station_id: string
}

/** Requests of the window that began at `window_at`. */
interface ApiKeyUseTable {
  api_key_id: string
  window_at: Instant
  requests: number
}

interface FirstRunTable {
  is_only: Generated<boolean>
  code_hash: Buffer
}

export interface SecurityTables {
  first_run: FirstRunTable
  email: EmailTable
  one_time_code: OneTimeCodeTable
  mail_link: MailLinkTable
  mail_request: MailRequestTable
  message: MessageTable
  daily_mail: DailyMailTable
  known_browser: KnownBrowserTable
  totp: TotpTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  openid_identity: OpenidIdentityTable
  openid_flow: OpenidFlowTable
  passkey_challenge: PasskeyChallengeTable
  attempt: AttemptTable
  api_key: ApiKeyTable
  api_key_station: ApiKeyStationTable
  api_key_use: ApiKeyUseTable
}
