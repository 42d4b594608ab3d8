/** All settings of the portal; help texts and the README's table are generated from them. */
export interface Setting {
  /** Name in code. */
  name: string
  /** Command-line flag; null for secrets, which every user of the machine could read there, and for rare settings. */
  flag: string | null
  /** Environment variable; null: flag only. */
  environment: string | null
  /** Default; null: none. */
  usual: string | null
  text: string
  /** Commands with this flag. */
  of: readonly CommandName[]
  /** The flag may be repeated; in the environment the values are separated by commas. */
  many?: true
  /** The flag takes no value. */
  plain?: true
  /** The value may be in a file that `NAME_FILE` names. */
  secret?: true
}

/** Commands with settings of their own; other commands are passed on. */
export const commands = {
  serve: 'Start database (or use DATABASE_URL), service and release host; nothing virtual',
  status: 'What runs, versions, migrations, database, disk',
  doctor: 'Check everything that a portal needs; each red line with its remedy; 1 if there is any',
  support:
    'Write a file for whoever helps from elsewhere: versions, settings, health, sizes, last log lines; no secrets',
  backup: 'Write a backup while the portal runs: database, keys, pictures, releases',
  restore: 'Put a backup into an empty place; --check: rehearse it and throw the result away',
  upgrade: 'Backup, migrations, new releases; after the new version was laid into the folder',
} as const
export type CommandName = keyof typeof commands

const all = Object.keys(commands) as CommandName[]
const network = ['serve', 'status', 'doctor', 'support'] as const
const serve = ['serve'] as const
const stored = ['backup', 'restore', 'upgrade', 'doctor'] as const

export const settingsTable: readonly Setting[] = [
  row('data', '--data <folder>', 'HELIOPORT_DATA', '.helioport', 'the one folder that holds all data', all),
  row('host', '--host <address>', 'HELIOPORT_HOST', '127.0.0.1', 'address to listen on; 0.0.0.0: all', network),
  row('port', '--port <n>', 'HELIOPORT_PORT', '8080', 'port of the portal', network),
  row(
    'baseUrl',
    '--base-url <origin>',
    'BASE_URL',
    null,
    'origin that people use (https://portal.example): links in mails, and the only name that is answered besides this machine',
    network,
  ),
  {
    ...row(
      'trustedProxies',
      '--trusted-proxy <network>',
      'HELIOPORT_TRUSTED_PROXIES',
      'loopback',
      'proxies whose X-Forwarded-For and X-Forwarded-Proto count: 10.0.0.0/8, loopback, none',
      network,
    ),
    many: true,
  },
  {
    ...row(
      'services',
      '--service <url>',
      'HELIOPORT_SERVICES',
      null,
      'service that runs elsewhere, instead of one here; those that answer take turns',
      network,
    ),
    many: true,
  },
  row('servicePort', '--service-port <n>', 'HELIOPORT_SERVICE_PORT', '0', 'port of the service; 0: any free one', serve), // prettier-ignore
  row('publish', '--publish <when>', 'HELIOPORT_PUBLISH', 'first', 'first: build and release all parts where nothing is released yet; never', serve), // prettier-ignore
  row(
    'packed',
    '--packed <folder>',
    'HELIOPORT_PACKED',
    null,
    'releases that were packed elsewhere (release pack): they are taken in place of building, which needs no compiler here',
    ['serve', 'upgrade'],
  ),
  row('overrides', '--overrides <who>', 'HELIOPORT_OVERRIDES', 'never', 'allow: who has a key to develop takes one part from the own machine, in the own browser (remote dev --against); never', serve), // prettier-ignore
  secret(
    'databaseUrl',
    'DATABASE_URL',
    'another PostgreSQL (15 or newer) than the embedded one; several hosts with commas: the one that writes is found',
  ),
  secret('databaseReadUrl', 'DATABASE_READ_URL', 'a server that follows it: pages that may be 5 s old are read there'),
  secret('databaseOwnerUrl', 'DATABASE_OWNER_URL', 'the same database as the role that owns its tables'),
  secret('secretKey', 'SECRET_KEY', '32 signs or more that seal what lies in the database; without: a key in the data folder'), // prettier-ignore
  secret('smtpUrl', 'SMTP_URL', 'server of mails (smtps://user:password@host); without: <data>/service/outbox/mail'),
  told('mailFrom', 'MAIL_FROM', null, 'sender of mails'),
  secret(
    'smsUrl',
    'SMS_URL',
    'gateway that takes POST {"id","to","text","receiptUrl"}; without: <data>/service/outbox/sms',
  ),
  secret('openidProviders', 'OPENID_PROVIDERS', 'companies that people sign in from over OpenID Connect, a list in JSON: name, title, issuer, clientId, clientSecret, domains or groups that may come in'), // prettier-ignore
  told('passkeyDomain', 'PASSKEY_DOMAIN', null, 'domain of passkeys where it is wider than the host of BASE_URL (example.org for portal.example.org)'), // prettier-ignore
  secret(
    'mqttUrl',
    'MQTT_URL',
    'broker that loggers push to (mqtt://host:1883, mqtts://user:password@host; NODE_EXTRA_CA_CERTS names the file of an authority of your own)',
  ),
  told('mqttPort', 'MQTT_PORT', null, 'the portal’s own broker, for devices that send their own messages; without a certificate on 127.0.0.1 alone'), // prettier-ignore
  told('mqttCertificate', 'MQTT_CERTIFICATE', null, 'file of its certificate with its chain: TLS for everybody, read anew each hour'), // prettier-ignore
  told('mqttCertificateKey', 'MQTT_CERTIFICATE_KEY', null, 'file of the key of that certificate'),
  told('mqttHost', 'MQTT_HOST', null, 'host of it that owners are told; without: that of BASE_URL'),
  told('pushTestOrigin', 'PUSH_TEST_ORIGIN', null, 'end point of this machine that pushes to browsers may go to besides public hosts, to try them out (http://127.0.0.1:9000)'), // prettier-ignore
  told('keepRawDays', 'KEEP_RAW_DAYS', '90', 'days that raw samples are kept'),
  told('keepQuarterDays', 'KEEP_QUARTER_DAYS', null, 'days that quarter-hours are kept; without: for ever'),
  told('keepFreeMb', 'KEEP_FREE_MB', '256', 'MB that stay free on the disk: loggers are refused before'),
  told('largeOrderPercent', 'LARGE_ORDER_PERCENT', '10', 'of an account’s rated power; settings beyond it, or of more than 20 devices, wait for a second person of the account, or 10 minutes where there is none'), // prettier-ignore
  row('backups', '--to <folder>', 'HELIOPORT_BACKUPS', null, 'folder that holds the backups', ['backup', 'upgrade', 'doctor']), // prettier-ignore
  row('keep', '--keep <n>', 'HELIOPORT_BACKUP_KEEP', '7', 'so many backups stay, the oldest go', ['backup', 'upgrade']),
  row(
    'passphraseFile',
    '--passphrase-file <file>',
    'HELIOPORT_BACKUP_PASSPHRASE_FILE',
    null,
    'file whose first line encrypts and opens backups',
    stored,
  ),
  told('backupBucket', 'BACKUP_S3_URL', null, 'bucket that each backup is copied to, with a prefix or without (https://s3.example/bucket/portal)'), // prettier-ignore
  secret('backupBucketKey', 'BACKUP_S3_KEY', 'key of that bucket'),
  secret('backupBucketSecret', 'BACKUP_S3_SECRET', 'its secret'),
  told('backupBucketRegion', 'BACKUP_S3_REGION', 'auto', 'its region'),
  told('filesBucket', 'FILES_S3_URL', null, 'bucket that new pictures and files of exports lie in (https://s3.example/bucket/files); without: the database'), // prettier-ignore
  secret('filesBucketKey', 'FILES_S3_KEY', 'key of that bucket'),
  secret('filesBucketSecret', 'FILES_S3_SECRET', 'its secret'),
  told('filesBucketRegion', 'FILES_S3_REGION', 'auto', 'its region'),
  told('releaseBucket', 'RELEASE_S3_URL', null, 'bucket that releases lie in besides the data folder (https://s3.example/bucket/portal)'), // prettier-ignore
  secret('releaseBucketKey', 'RELEASE_S3_KEY', 'key of that bucket'),
  secret('releaseBucketSecret', 'RELEASE_S3_SECRET', 'its secret'),
  told('releaseBucketRegion', 'RELEASE_S3_REGION', 'auto', 'its region'),
  secret('releaseStateSecret', 'RELEASE_STATE_SECRET', '32 signs or more that several release hosts over that bucket know: each may change pointers'), // prettier-ignore
  row('from', '--from <place>', null, null, 'the backup, or the folder or bucket (https://…) of backups: then the newest whole one', ['restore']), // prettier-ignore
  { ...row('check', '--check', null, null, 'rehearse in a place that is thrown away', ['restore']), plain: true },
  row('out', '--out <file>', null, null, 'file to write; default: helioport-support-TIME.json here', ['support']),
  { ...row('dryRun', '--dry-run', null, null, 'tell what would be done, and do nothing; the portal may serve', ['upgrade']), plain: true }, // prettier-ignore
  { ...row('json', '--json', null, null, 'print JSON', ['status', 'doctor']), plain: true },
]

function row(
  name: string,
  flag: string | null,
  environment: string | null,
  usual: string | null,
  text: string,
  of: readonly CommandName[],
): Setting {
  return { name, flag, environment, usual, text, of }
}

function told(name: string, environment: string, usual: string | null, text: string): Setting {
  return row(name, null, environment, usual, text, all)
}

/** `NAME_FILE` is how containers and systemd provide secrets. */
function secret(name: string, environment: string, text: string): Setting {
  return { ...told(name, environment, null, text), secret: true }
}
