import { gatewayPath, largeOrderShare } from '@helioport/contract'
import { type ObjectStore, objectStoreFrom } from '@helioport/object-store'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type CourierSettings, openCourier } from '../message/courier.ts'
import { secretsOf } from '../base/scrub.ts'
import type { Courier, Settings } from '../base/service.ts'
import { readOpenidProviders } from './openid-settings.ts'
import { usualRetention } from '../telemetry/retention.ts'

const leastKeyLength = 32

/** Settings of the operator, from environment variables. */
export interface Environment extends CourierSettings {
  baseUrl: string | undefined
  /** At least 32 characters, the same for all instances of a database; default: a random key in the data folder. */
  secretKey: string | undefined
  /** Days for which raw samples and quarter-hours are kept. */
  keepRawDays: string | undefined
  keepQuarterDays: string | undefined
  /** MB that must stay free on the disk of the embedded database. */
  keepFreeMb: string | undefined
  /** Folder of the nightly backups, whose state operators see. */
  backups?: string | undefined
  /** Folder of the logs, and the running commit, as given by the starter of the service. */
  logs?: string | undefined
  version?: string | undefined
  /** Secrets in the environment. */
  secrets?: readonly string[] | undefined
  /** Port of the portal's own MQTT broker, files of its certificate and key, and the host that is shown to people. */
  mqttPort?: string | undefined
  mqttCertificate?: string | undefined
  mqttCertificateKey?: string | undefined
  mqttHost?: string | undefined
  /** OpenID providers as JSON; see openid-settings.ts. */
  openidProviders?: string | undefined
  /** Domain of passkeys if wider than the host of BASE_URL: example.org for portal.example.org. */
  passkeyDomain?: string | undefined
  /** SHA-256 (hex) of the code with which the first account of an empty portal is created. */
  firstAccountHash?: string | undefined
  /** Origin on this machine that pushes may also go to, for tests: http://127.0.0.1:9000. */
  pushTestOrigin?: string | undefined
  /** Bucket of pictures and files of exports, from FILES_S3_URL, _KEY, _SECRET and _REGION. */
  files?: ObjectStore | undefined
  /** Percent of an account's rated power that one order may set without waiting. */
  largeOrderPercent: string | undefined
}

export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  return {
    baseUrl: env.BASE_URL || env.HELIOPORT_PUBLIC_URL || undefined,
    secretKey: env.SECRET_KEY || undefined,
    keepRawDays: env.KEEP_RAW_DAYS || undefined,
    keepQuarterDays: env.KEEP_QUARTER_DAYS || undefined,
    keepFreeMb: env.KEEP_FREE_MB || undefined,
    largeOrderPercent: env.LARGE_ORDER_PERCENT || undefined,
    firstAccountHash: env.FIRST_ACCOUNT_HASH || undefined,
    openidProviders: env.OPENID_PROVIDERS || undefined,
    passkeyDomain: env.PASSKEY_DOMAIN || undefined,
    pushTestOrigin: env.PUSH_TEST_ORIGIN || undefined,
    files: objectStoreFrom('FILES', env),
    backups: env.HELIOPORT_BACKUPS || undefined,
    logs: env.HELIOPORT_LOGS || undefined,
    version: env.HELIOPORT_VERSION || undefined,
    secrets: secretsOf(env),
    mqttPort: env.MQTT_PORT || undefined,
    mqttCertificate: env.MQTT_CERTIFICATE || undefined,
    mqttCertificateKey: env.MQTT_CERTIFICATE_KEY || undefined,
    mqttHost: env.MQTT_HOST || undefined,
    smtpUrl: env.SMTP_URL || undefined,
    mailFrom: env.MAIL_FROM || undefined,
    smsUrl: env.SMS_URL || undefined,
  }
}

/** Folder for messages of channels without a server, within the service's data folder. */
export const outboxOf = (dataFolder: string) => join(dataFolder, 'outbox')

export function makeSettings(
  environment: Environment,
  dataFolder: string,
  port: number,
): { settings: Settings; courier: Courier } {
  const baseUrl = originOf(environment.baseUrl ?? `http://127.0.0.1:${port}`)
  return {
    settings: {
      baseUrl,
      key: keyOf(environment.secretKey, dataFolder),
      retention: {
        rawDays: daysOf('KEEP_RAW_DAYS', environment.keepRawDays, usualRetention.rawDays, 35),
        quarterDays: daysOf('KEEP_QUARTER_DAYS', environment.keepQuarterDays, usualRetention.quarterDays, 35),
        arrivedDays: usualRetention.arrivedDays ?? 0,
      },
      largeOrderShare: percentOf('LARGE_ORDER_PERCENT', environment.largeOrderPercent, largeOrderShare * 100) / 100,
      ...(environment.openidProviders !== undefined && {
        openidProviders: readOpenidProviders(environment.openidProviders),
      }),
      ...(environment.passkeyDomain !== undefined && { passkeyDomain: domainOf(environment.passkeyDomain, baseUrl) }),
      ...(environment.pushTestOrigin !== undefined && { pushTestOrigin: loopBackOf(environment.pushTestOrigin) }),
      ...(environment.mqttPort !== undefined && { mqttWanted: true }),
      ...(environment.mqttCertificate !== undefined && { mqttCertificate: environment.mqttCertificate }),
      ...(environment.backups !== undefined && { backups: environment.backups }),
      ...(environment.logs !== undefined && { logs: environment.logs }),
      ...(environment.version !== undefined && { version: environment.version }),
      ...(environment.secrets !== undefined && { secrets: environment.secrets }),
      gatewayFile: join(dataFolder, basename(gatewayPath)),
      storage: { folder: dataFolder, keepFreeBytes: megabytesOf('KEEP_FREE_MB', environment.keepFreeMb, 256) },
    },
    courier: openCourier(environment, outboxOf(dataFolder)),
  }
}

/** `least` protects data that is still being computed: a month and the days around it. */
function daysOf(name: string, text: string | undefined, usual: number, least: number): number {
  if (text === undefined) return usual
  const days = Number(text)
  if (!Number.isInteger(days) || days < least) throw new Error(`${name} is a number of days, at least ${least}.`)
  return days
}

function megabytesOf(name: string, text: string | undefined, usual: number): number {
  const megabytes = Number(text ?? usual)
  if (!Number.isInteger(megabytes) || megabytes < 0) throw new Error(`${name} is a number of megabytes.`)
  return megabytes * 1024 * 1024
}

function percentOf(name: string, text: string | undefined, usual: number): number {
  const percent = Number(text ?? usual)
  if (!(percent >= 1 && percent <= 100)) throw new Error(`${name} is a number from 1 to 100.`)
  return percent
}

function originOf(baseUrl: string): string {
  const { protocol, origin, pathname } = new URL(baseUrl)
  if (!/^https?:$/.test(protocol) || pathname !== '/') throw new Error('BASE_URL is an origin: https://portal.example')
  return origin
}

function domainOf(domain: string, baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  if (hostname !== domain && !hostname.endsWith(`.${domain}`))
    throw new Error('PASSKEY_DOMAIN is the host of BASE_URL or a domain that it lies in: example.org')
  return domain
}

/** Allows this machine only, so that the setting gives no access to inner networks. */
function loopBackOf(origin: string): string {
  const { protocol, hostname, origin: plain } = new URL(origin)
  if (protocol !== 'http:' || hostname !== '127.0.0.1')
    throw new Error('PUSH_TEST_ORIGIN is an origin of this machine: http://127.0.0.1:9000')
  return plain
}

function keyOf(secretKey: string | undefined, dataFolder: string): Buffer {
  if (secretKey !== undefined) {
    if (secretKey.length < leastKeyLength) throw new Error(`SECRET_KEY needs at least ${leastKeyLength} signs.`)
    return createHash('sha256').update(secretKey).digest()
  }
  const path = join(dataFolder, 'secret-key')
  if (!existsSync(path)) {
    mkdirSync(dataFolder, { recursive: true })
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  }
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
}
