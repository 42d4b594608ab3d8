import { existsSync, readdirSync, statfsSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { DatabaseState } from '@helioport/service/database'
import { projectRoot } from '../options.ts'
import { type Place, placeOf, readServing, type Serving } from './place.ts'
import { databaseNow, inspect } from './source.ts'
import { outputOf, programs } from './programs.ts'
import type { Told } from './settings.ts'

/** Exit code of a stopped portal, as with systemctl. */
const stopped = 3
const patienceMs = 3_000

interface Answering {
  url: string
  isReady: boolean
}

interface Status {
  place: Place
  version: string
  node: string
  serving: Serving | null
  portal: Answering | null
  services: Answering[]
  database: { where: ReturnType<typeof databaseNow>; state: DatabaseState | null; error: string | null }
  releases: { name: string; current: string }[] | null
  disk: { freeBytes: number; bytes: number } | null
}

export async function answers(url: string, path: string): Promise<Answering> {
  try {
    const reply = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(patienceMs) })
    await reply.body?.cancel()
    return { url, isReady: reply.ok }
  } catch {
    return { url, isReady: false }
  }
}

/** Commit of the running sources, where they are a repository, which on a server may belong to another user. */
export async function versionOf(): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('git', [
      '-c',
      'safe.directory=*',
      '-C',
      projectRoot,
      'describe',
      '--always',
      '--dirty',
    ])
    return stdout.trim()
  } catch {
    return process.env['HELIOPORT_VERSION'] ?? 'unknown'
  }
}

async function databaseOf(told: Told): Promise<Status['database']> {
  const where = databaseNow(told)
  if (where === 'none' || where === 'stopped') return { where, state: null, error: null }
  try {
    return { where, state: await inspect(told), error: null }
  } catch (error) {
    return { where, state: null, error: error instanceof Error ? error.message : String(error) }
  }
}

async function releasesOf({ releases }: Place, told: Told): Promise<Status['releases']> {
  if (!existsSync(releases) || readdirSync(releases).length === 0) return null
  try {
    const text = await outputOf(programs.releaseCommands, ['status', '--json', '--data', releases], told.environment)
    return (JSON.parse(text) as { parts: { name: string; current: string }[] }).parts
  } catch {
    return null
  }
}

export function diskOf(folder: string): Status['disk'] {
  if (!existsSync(folder)) return null
  const { bavail, bsize, blocks } = statfsSync(folder)
  return { freeBytes: bavail * bsize, bytes: blocks * bsize }
}

export async function statusOf(told: Told): Promise<Status> {
  const place = placeOf(told)
  const serving = readServing(place.data)
  const services = serving?.services ?? told.services
  const [version, portal, database, releases, ...answering] = await Promise.all([
    versionOf(),
    serving === null ? null : answers(serving.url, '/healthz'),
    databaseOf(told),
    releasesOf(place, told),
    ...services.map((url) => answers(url, '/readyz')),
  ])
  return {
    place,
    version,
    node: process.version,
    serving,
    portal,
    services: answering,
    database,
    releases,
    disk: diskOf(place.data),
  }
}

export const sizeText = (bytes: number) =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`

function databaseText({ where, state, error }: Status['database']): string {
  if (error !== null) return `${where}, cannot be asked: ${error}`
  if (state === null) return where === 'none' ? 'none yet' : 'embedded, stopped'
  const { missing, unknown, done } = state.migrations
  const more = [missing.length > 0 ? `${missing.length} missing` : '', unknown.length > 0 ? `${unknown.length} of a newer version` : ''] // prettier-ignore
  const migrations = [`${done.length} migrations`, ...more.filter((part) => part !== '')].join(', ')
  return `${where === 'running' ? 'embedded' : 'elsewhere'}, PostgreSQL ${state.version}, ${sizeText(state.bytes)}, ${migrations}, ${state.accounts ?? 0} accounts` // prettier-ignore
}

/** Prints the state. @returns 0 if a portal answers, 3 if none does */
export async function runStatus(told: Told): Promise<number> {
  const status = await statusOf(told)
  const isUp = status.portal?.isReady === true && status.services.every(({ isReady }) => isReady)
  if (told.json) {
    console.log(JSON.stringify({ isUp, ...status }, null, 2))
    return isUp ? 0 : stopped
  }
  const say = (name: string, text: string) => console.log(`${name.padEnd(10)} ${text}`)
  const { serving, disk } = status
  say('portal', serving === null ? 'stopped' : `${status.portal?.isReady ? 'answers' : 'does not answer'} at ${serving.url}, process ${serving.pid}, since ${serving.since}`) // prettier-ignore
  for (const { url, isReady } of status.services) say('service', `${url} ${isReady ? 'ready' : 'not ready'}`)
  say('database', databaseText(status.database))
  for (const { name, current } of status.releases ?? []) say('release', `${name} ${current}`)
  if (status.releases === null) say('release', 'nothing released yet')
  say('version', `${status.version}, Node ${status.node}`)
  say('data', join(status.place.data))
  if (disk !== null) say('disk', `${sizeText(disk.freeBytes)} free of ${sizeText(disk.bytes)}`)
  return isUp ? 0 : stopped
}
