/**
 * The tables that an account's copy contains, and the statements that read them. Each table of the database is listed
 * here or in `notCopied`; a test compares both lists with the database.
 */

/** Scope of one file: the account, stations (by id), devices or loggers (by number), or one of these in one month. */
export type Unit = 'account' | 'stations' | 'devices' | 'loggers' | 'deviceMonth' | 'loggerMonth' | 'picture'

export interface CopiedFile {
  /** Without extension. */
  name: string
  table: string
  unit: Unit
  /** Statement for the rows of `$1`: the account, an array of the unit, or one number. `csv`: only figures. */
  from: string
  /** Omitted columns: secrets and their hashes, and bytes that have files of their own. */
  without?: readonly string[]
  csv?: true
}

const own = (name: string, table: string, without?: readonly string[]): CopiedFile => ({
  name: `account/${name}`,
  table,
  unit: 'account',
  from: `select * from ${table} where account_id = $1::uuid`,
  ...(without && { without }),
})
const ofAccount = (name: string, table: string, from: string, without?: readonly string[]): CopiedFile => ({
  ...own(name, table, without),
  from,
})
/** For tables that store only the name of a person. */
const byName = (name: string, table: string) =>
  ofAccount(
    `written/${name}`,
    table,
    `select * from ${table} where lower(user_name) = (select lower(user_name) from account where id = $1::uuid)`,
  )
const ofStations = (table: string, from?: string, without?: readonly string[]): CopiedFile => ({
  name: `stations/${table.replaceAll('_', '-')}`,
  table,
  unit: 'stations',
  from: from ?? `select * from ${table} where station_id = any($1::uuid[])`,
  ...(without && { without }),
})
const ofDevices = (table: string, from?: string): CopiedFile => ({
  name: `devices/${table.replaceAll('_', '-')}`,
  table,
  unit: 'devices',
  from: from ?? `select * from ${table} where device_no = any($1::integer[])`,
})
const ofLoggers = (table: string, from?: string, without?: readonly string[]): CopiedFile => ({
  name: `loggers/${table.replaceAll('_', '-')}`,
  table,
  unit: 'loggers',
  from: from ?? `select * from ${table} where logger_no = any($1::integer[])`,
  ...(without && { without }),
})
const ofOwnLoggers = (table: string, without?: readonly string[]) =>
  ofLoggers(
    table,
    `select own.* from ${table} own join logger on logger.id = own.logger_id where logger.no = any($1::integer[])`,
    without,
  )

export const copiedFiles: readonly CopiedFile[] = [
  ofAccount('account', 'account', 'select * from account where id = $1::uuid', ['password_hash', 'name_skeleton']),
  ofAccount(
    'sub-accounts',
    'account',
    `select id, user_name, nickname, email, all_stations, may_control, disabled_at, created_at
     from account where main_account_id = $1::uuid`,
  ),
  own('emails', 'email'),
  own('sessions', 'session', ['token_hash']),
  own('known-browsers', 'known_browser', ['token_hash']),
  own('sign-ins', 'sign_in'),
  own('authenticator', 'totp', ['secret']),
  ofAccount(
    'recovery-codes',
    'recovery_code',
    'select count(*) as unused from recovery_code where account_id = $1::uuid having count(*) > 0',
  ),
  own('passkeys', 'passkey'),
  own('companies', 'openid_identity'),
  own('api-keys', 'api_key', ['key_hash']),
  ofAccount(
    'api-key-stations',
    'api_key_station',
    'select own.* from api_key_station own join api_key on api_key.id = api_key_id where account_id = $1::uuid',
  ),
  ofAccount(
    'api-key-use',
    'api_key_use',
    'select own.* from api_key_use own join api_key on api_key.id = api_key_id where account_id = $1::uuid',
  ),
  own('webhooks', 'webhook', ['secret']),
  ofAccount(
    'webhook-deliveries',
    'webhook_delivery',
    'select own.* from webhook_delivery own join webhook on webhook.id = webhook_id where account_id = $1::uuid',
  ),
  own('push-devices', 'push_device', ['endpoint_hash', 'subscription']),
  own('push-messages', 'push_message', ['content']),
  own('messages', 'message', ['content']),
  own('daily-mails', 'daily_mail'),
  own('mail-links', 'mail_link', ['token_hash']),
  own('alarm-mails', 'alarm_mail'),
  own('alarm-snoozes', 'alarm_snooze'),
  own('muted-stations', 'muted_station'),
  own('unreported-stations', 'unreported_station'),
  own('station-tags', 'station_tag'),
  ofAccount(
    'station-taggings',
    'station_tagging',
    'select own.* from station_tagging own join station_tag tag on tag.id = tag_id where tag.account_id = $1::uuid',
  ),
  own('saved-filters', 'saved_filter'),
  own('bulletins-read', 'bulletin_read'),
  own('exports', 'export_task', ['object_key']),
  own('requests', 'request_key', ['request_hash']),
  own('station-deletions', 'station_deletion', ['token_hash']),
  own('last-write', 'account_write'),
  own('home-assistant', 'home_config'),
  own('stations-given', 'sub_account_station'),
  own('shares-taken', 'station_share'),
  own('copy', 'account_copy'),
  own('deletion', 'account_deletion'),
  own('operations', 'operation', ['hash']),
  own('pictures', 'picture', ['bytes', 'object_key']),
  own('written/alarm-comments', 'alarm_comment'),
  own('written/iv-reviews', 'iv_review'),
  own('written/iv-reviews-earlier', 'iv_review_earlier'),
  ofAccount(
    'written/alarms-cared-for',
    'alarm_group',
    'select * from alarm_group where $1::uuid in (acknowledged_by, assignee_id)',
  ),
  ofAccount(
    'written/commands',
    'command',
    'select * from command where $1::uuid in (account_id, approved_by, rejected_by)',
  ),
  byName('history-imports', 'history_import'),
  byName('value-edits', 'value_edit'),
  byName('accepted-values', 'accepted_value'),
  byName('tariff-corrections', 'tariff_correction'),
  { name: 'pictures', table: 'picture', unit: 'picture', from: '' },
  ofStations('station', 'select * from station where id = any($1::uuid[])'),
  ofStations('station_share'),
  ofStations('tariff'),
  ofStations('tariff_correction'),
  ofStations('co2_factor'),
  ofStations('alarm_group'),
  ofStations(
    'alarm_comment',
    `select own.* from alarm_comment own join alarm_group on alarm_group.id = group_id
     where alarm_group.station_id = any($1::uuid[])`,
  ),
  ofStations('command'),
  ofStations('history_import'),
  ofStations('value_edit'),
  ofStations('operation', undefined, ['hash']),
  { ...ofStations('station_day'), csv: true },
  { ...ofStations('station_month'), csv: true },
  ofDevices('device', 'select * from device where no = any($1::integer[])'),
  ofDevices('device_modules'),
  ofDevices('former_serial'),
  ofDevices('device_latest'),
  ofDevices('alarm'),
  ofDevices('command_device'),
  ofDevices(
    'command_step',
    `select own.* from command_step own join command_device on command_device.id = command_device_id
     where command_device.device_no = any($1::integer[])`,
  ),
  ofDevices('iv_scan'),
  ...['iv_curve', 'iv_review', 'iv_review_earlier'].map((table) =>
    ofDevices(
      table,
      `select own.* from ${table} own join iv_scan on iv_scan.id = iv_scan_id
       where iv_scan.device_no = any($1::integer[])`,
    ),
  ),
  ofDevices('accepted_value'),
  ofDevices('kept_aside'),
  { ...ofDevices('device_day'), csv: true },
  { ...ofDevices('device_month'), csv: true },
  { ...ofDevices('device_curve'), csv: true },
  { ...ofDevices('device_day_value'), csv: true },
  ofLoggers('logger', 'select * from logger where no = any($1::integer[])'),
  ofOwnLoggers('logger_key', ['key_hash']),
  ofOwnLoggers('logger_claim', ['code_hash']),
  ofOwnLoggers('gateway'),
  ofOwnLoggers('found_device'),
  ofOwnLoggers('mqtt_message'),
  ofLoggers('sensor_latest'),
  ofLoggers('history_import_source'),
  {
    name: 'samples/devices',
    table: 'device_sample',
    unit: 'deviceMonth',
    from: 'select * from device_sample where device_no = $1 and ts >= $2 and ts < $3 order by ts',
    csv: true,
  },
  {
    name: 'samples/sensors',
    table: 'sensor_sample',
    unit: 'loggerMonth',
    from: 'select * from sensor_sample where logger_no = $1 and ts >= $2 and ts < $3 order by ts',
    csv: true,
  },
]

/** Tables without data of an account, or with data that is only derived from what the copy contains. */
export const notCopied: Readonly<Record<string, 'nobody' | 'workedOut' | 'endsSoon' | 'copyItself'>> = {
  audit_head: 'nobody',
  bulletin: 'nobody',
  bulletin_file: 'nobody',
  first_run: 'nobody',
  job: 'nobody',
  object_due: 'nobody',
  sample_device: 'workedOut',
  device_figure: 'workedOut',
  station_figure: 'workedOut',
  station_sum: 'workedOut',
  station_yield: 'workedOut',
  device_yield: 'workedOut',
  yield_due: 'workedOut',
  yield_count: 'workedOut',
  station_due: 'workedOut',
  fleet_count: 'workedOut',
  station_text: 'workedOut',
  device_text: 'workedOut',
  alarm_card: 'workedOut',
  alarm_card_due: 'workedOut',
  alarm_count: 'workedOut',
  due_roll_up: 'workedOut',
  rebuild: 'workedOut',
  settled_day: 'workedOut',
  sensor_fault: 'workedOut',
  webhook_hint: 'workedOut',
  webhook_told: 'workedOut',
  // Short-lived codes and addresses.
  attempt: 'endsSoon',
  mail_request: 'endsSoon',
  one_time_code: 'endsSoon',
  openid_flow: 'endsSoon',
  passkey_challenge: 'endsSoon',
  // Contents of files that are made of the tables above.
  export_chunk: 'copyItself',
  account_copy_part: 'copyItself',
}
