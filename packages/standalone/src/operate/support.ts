import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { findTableSizes, logTails, scrubber, secretsOf } from '@helioport/service/support'
import { secretFiles } from './checks/machine.ts'
import { examine } from './doctor.ts'
import { placeOf, readServing } from './place.ts'
import { Refusal } from './refusal.ts'
import { programName, type Told } from './settings.ts'
import { settingsTable } from './settings-table.ts'
import { databaseNow, withDatabase } from './source.ts'
import { statusOf } from './status.ts'

const patienceMs = 5_000

/** All settings; of secrets only whether they are set. */
const settingsOf = ({ environment }: Told) =>
  settingsTable.flatMap(({ environment: name, secret }) => {
    if (name === null) return []
    const value = environment[name] || null
    return [{ name, value: secret && value !== null ? '<set>' : value }]
  })

/** Health rows of the running service's Prometheus metrics; null if none runs here. */
async function healthOf(services: readonly string[]): Promise<string[] | null> {
  const [service] = services
  if (service === undefined) return null
  try {
    const reply = await fetch(`${service}/metrics`, { signal: AbortSignal.timeout(patienceMs) })
    return (await reply.text()).split('\n').filter((line) => line.startsWith('helioport_part_'))
  } catch {
    return null
  }
}

async function tablesOf(told: Told) {
  if (databaseNow(told) === 'none') return null
  try {
    return await withDatabase(told, ({ db }) => findTableSizes(db.read))
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

/** All secrets of this portal: from the environment, and from files that only their owner may read. */
function secretsHere(told: Told): string[] {
  const place = placeOf(told)
  const paths = secretFiles(place)
  if (told.passphraseFile !== undefined && existsSync(told.passphraseFile)) paths.push(told.passphraseFile)
  const inFiles = paths.flatMap((path) => {
    const text = readFileSync(path, 'utf8').trim()
    return [
      text,
      ...text.split('\n'),
      ...[...text.matchAll(/"([^"]{6,})"\s*[,}\]\n]/g)].map(([, value]) => value ?? ''),
    ]
  })
  return [...secretsOf(told.environment), ...inFiles]
}

/** Writes a report for remote support, whether the portal runs or not. */
export async function runSupport(told: Told): Promise<number> {
  const place = placeOf(told)
  if (!existsSync(place.data))
    throw new Refusal(`there is no portal in ${place.data}`, `${programName} support --data FOLDER`)
  const scrub = scrubber(secretsHere(told))
  const serving = readServing(place.data)
  const found = {
    madeAt: new Date().toISOString(),
    machine: { system: `${platform()} ${release()} ${arch()}`, processors: cpus().length, memoryBytes: totalmem() },
    settings: settingsOf(told),
    status: await statusOf(told),
    doctor: await examine(told, Date.now()),
    health: await healthOf(serving?.services ?? []),
    tables: await tablesOf(told),
    logs: [...(await logTails(join(place.data, 'logs'), scrub)), ...(await logTails(place.service, scrub))],
  }
  const name = `helioport-support-${found.madeAt.replaceAll(/[:.]/g, '')}.json`
  const file = told.out ?? resolve(told.environment['INIT_CWD'] ?? process.cwd(), name)
  writeFileSync(file, `${withoutSecrets(found, scrub)}\n`, { mode: 0o600 })
  console.log(
    `✓ ${file}: versions, settings, health, sizes, last log lines; secrets, mail addresses and callers are taken out`,
  )
  console.log(`  next: read it, then send it to whoever helps`)
  return 0
}

/** Scrubs each string separately, so that the JSON syntax stays intact. */
const withoutSecrets = (found: object, scrub: (text: string) => string) =>
  JSON.stringify(found, (_key, value: unknown) => (typeof value === 'string' ? scrub(value) : value), 2)
