import { cpus, freemem, release, totalmem, uptime } from 'node:os'
import type { SupportFile } from '@helioport/contract'
import { indexPath } from '@helioport/contract/beacon'
import type { ReleaseIndexPayload } from '@helioport/contract/release'
import { scrubber } from '../base/scrub.ts'
import type { Service } from '../base/service.ts'
import { logTails } from './log-tails.ts'
import { portalHealth } from './portal-health.ts'
import { findServerVersion, findTableSizes } from '../database/dump/sizes.ts'
import { migrationNames } from '../database/migrate.ts'

const patienceMs = 500

/**
 * Data for remote support, without secrets: settings from an allow-list, and log lines without secrets, mail addresses
 * and the ends of callers' addresses.
 */
export async function supportFile(service: Service): Promise<SupportFile> {
  const { db, settings, now } = service
  const scrub = scrubber([settings.key.toString('base64'), settings.key.toString('hex'), ...(settings.secrets ?? [])])
  const [database, tables, health, releases, logs] = [
    await findServerVersion(db.read),
    await findTableSizes(db.read),
    await portalHealth(service),
    await releasesOf(service),
    await logTails(settings.logs ?? '', scrub),
  ]
  return {
    madeAt: now(),
    versions: {
      portal: settings.version ?? null,
      node: process.version,
      database,
      migration: migrationNames.at(-1) ?? '',
    },
    machine: {
      system: `${process.platform} ${release()} ${process.arch}`,
      processors: cpus().length,
      memoryBytes: totalmem(),
      freeMemoryBytes: freemem(),
      uptimeS: Math.round(uptime()),
      serviceUptimeS: Math.round(process.uptime()),
    },
    settings: settingsOf(service).map(({ name, value }) => ({ name, value: value === null ? null : scrub(value) })),
    health,
    tables,
    releases,
    logs,
  }
}

/** Allow-list of settings: a new setting is included only once it is added here. */
function settingsOf({ settings, courier }: Service): { name: string; value: string | null }[] {
  const { retention, storage, mqtt } = settings
  const text = (value: string | number | undefined) => (value === undefined ? null : String(value))
  return Object.entries({
    baseUrl: settings.baseUrl,
    keepRawDays: text(retention?.rawDays),
    keepQuarterDays: text(retention?.quarterDays),
    keepFreeBytes: text(storage?.keepFreeBytes),
    largeOrderShare: text(settings.largeOrderShare),
    openidProviders: text(settings.openidProviders?.map(({ name, issuer }) => `${name} (${issuer})`).join(', ')),
    passkeyDomain: text(settings.passkeyDomain),
    mqtt: mqtt === undefined ? null : `${mqtt.host}:${mqtt.port}${mqtt.isTls ? ' TLS' : ''}`,
    backups: text(settings.backups),
    dataFolder: text(storage?.folder),
    logs: text(settings.logs),
    mail: courier.kept?.includes('mail') ? 'outbox' : 'server',
    sms: courier.kept?.includes('sms') ? 'outbox' : 'gateway',
  }).map(([name, value]) => ({ name, value }))
}

/** Parts and releases by the index that browsers get; null: the index cannot be read from here. */
async function releasesOf({ settings }: Service): Promise<SupportFile['releases']> {
  try {
    const reply = await fetch(`${settings.baseUrl}${indexPath}`, { signal: AbortSignal.timeout(patienceMs) })
    const { payload } = (await reply.json()) as { payload: string }
    const { shell, remotes } = JSON.parse(payload) as ReleaseIndexPayload
    const current = [shell, ...Object.values(remotes).map(([first]) => first)]
    return current.flatMap((part) => (part ? [{ name: part.name, release: part.release }] : []))
  } catch {
    return null
  }
}
