import { readdir, readFile, stat } from 'node:fs/promises'
import { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { indexPath } from '@helioport/contract/beacon'
import type { PartHealth } from '@helioport/contract'
import type { Service } from '../base/service.ts'
import { found } from './part.ts'
import { findFiles } from './queries/health.ts'

const patienceMs = 2_000
/** A nightly backup gets 24 h old before the next one ends. */
const oldestBackupS = 30 * 3_600
/** Normally each nightly backup includes a rehearsal. */
const oldestRehearsalDays = 8
/**
 * Remaining time of a certificate: in days, or for short-lived ones, which are renewed later, a share of their term.
 */
const soon = { days: 21, share: 1 / 4 }
const late = { days: 7, share: 1 / 10 }
const dayMs = 86_400_000

export function checkBroker({ settings }: Service): PartHealth {
  const { mqttWanted, mqtt, farBroker } = settings
  if (mqttWanted && !mqtt) return found('mqtt.closed')
  if (farBroker?.isThere === false) return found('mqtt.away')
  if (mqtt) return found('mqtt.fine', { port: mqtt.port })
  return found(farBroker ? 'mqtt.linked' : 'mqtt.none')
}

/**
 * `disk`, unless the bucket of pictures and exports is worse: it must answer within two seconds. Both are one part,
 * since remotes of former versions know the parts.
 */
export async function checkFiles({ files, db }: Service, disk: PartHealth): Promise<PartHealth> {
  const { has, due } = await findFiles(db.read)
  if (!files && !has) return disk
  const isThere =
    files !== undefined &&
    (await files.list('check/').then(
      () => true,
      () => false,
    ))
  const figures = { ...disk.figures, dueFiles: due, bucketAway: isThere ? 0 : 1 }
  if (isThere || disk.cause === 'disk.full') return { ...disk, figures }
  return found(files ? 'disk.bucketAway' : 'disk.bucketUnnamed', figures)
}

/** The state of the signed index, as browsers get it at the portal's own address. */
export async function checkReleases({ settings, now }: Service): Promise<PartHealth> {
  try {
    const reply = await fetch(`${settings.baseUrl}${indexPath}`, { signal: AbortSignal.timeout(patienceMs) })
    const { payload } = (await reply.json()) as { payload?: string }
    const { serial, notAfter } = JSON.parse(payload ?? '{}') as { serial?: number; notAfter?: string }
    if (serial === undefined || notAfter === undefined) return found('releases.unknown')
    const hours = Math.round((Date.parse(notAfter) - now()) / 3_600_000)
    return found(hours > 0 ? 'releases.fine' : 'releases.ended', { serial, hours })
  } catch {
    // No release host answers there, or not to this machine.
    return found('releases.unknown')
  }
}

/** The state of the newest complete backup: the manifest is written last. */
export async function checkBackups({ settings, now }: Service): Promise<PartHealth> {
  const { backups } = settings
  if (backups === undefined) return found('backups.unknown')
  const names = await readdir(backups).catch(() => [])
  const times = await Promise.all(
    names
      .filter((name) => name.startsWith('helioport-'))
      .map((name) =>
        stat(join(backups, name, 'manifest.json')).then(
          ({ mtimeMs }) => mtimeMs,
          () => null,
        ),
      ),
  )
  const whole = times.filter((time) => time !== null)
  if (whole.length === 0) return found('backups.none')
  const ageS = Math.max(0, Math.round((now() - Math.max(...whole)) / 1000))
  const figures = { count: whole.length, hours: Math.round(ageS / 3_600), ageS }
  if (ageS > oldestBackupS) return found('backups.old', figures)
  const rehearsal = await readRehearsal(backups)
  const days = rehearsal === null ? null : Math.max(0, Math.floor((now() - rehearsal.at) / dayMs))
  const withDays = { ...figures, ...(days !== null && { days }) }
  if (rehearsal?.isGood === false) return found('backups.broken', withDays)
  return found(days === null || days > oldestRehearsalDays ? 'backups.unproved' : 'backups.fine', withDays)
}

/** Result of the last `restore --check`, stored beside the backups; null: there was none. */
async function readRehearsal(folder: string): Promise<{ at: number; isGood: boolean } | null> {
  try {
    const { at, isGood } = JSON.parse(await readFile(join(folder, 'rehearsal.json'), 'utf8')) as Record<string, unknown>
    return typeof at === 'string' && typeof isGood === 'boolean' ? { at: Date.parse(at), isGood } : null
  } catch {
    return null
  }
}

/** The certificates of the portal's address and of its own broker; the one that ends first counts. */
export async function checkCertificates({ settings, now }: Service): Promise<PartHealth> {
  const { protocol, hostname, port } = new URL(settings.baseUrl)
  const terms: Term[] = []
  try {
    if (protocol === 'https:') terms.push(await termOf(hostname, Number(port) || 443))
    if (settings.mqttCertificate !== undefined) {
      const { validFrom, validTo } = new X509Certificate(await readFile(settings.mqttCertificate))
      terms.push({ from: Date.parse(validFrom), to: Date.parse(validTo) })
    }
  } catch {
    return found('certificates.bad', { days: 0 })
  }
  if (terms.length === 0) return found('certificates.none')
  const figures = { days: Math.floor((Math.min(...terms.map(({ to }) => to)) - now()) / dayMs) }
  const isDue = ({ days, share }: typeof soon) =>
    terms.some(({ from, to }) => to - now() < Math.min(days * dayMs, (to - from) * share))
  if (isDue(late)) return found('certificates.bad', figures)
  return found(isDue(soon) ? 'certificates.soon' : 'certificates.fine', figures)
}

/** From when until when a certificate is valid, epoch ms. */
interface Term {
  from: number
  to: number
}

/** The term of the certificate that the server presents; untrusted certificates fail, as in a browser. */
function termOf(host: string, port: number): Promise<Term> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: patienceMs })
    socket.once('secureConnect', () => {
      const { valid_from: from, valid_to: to } = socket.getPeerCertificate()
      resolve({ from: Date.parse(from), to: Date.parse(to) })
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
  })
}
