import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { restoringMark } from '../backup/restore.ts'
import { lockDataFolder, openDataFolder } from '../data-folder.ts'
import { type FirstCode, firstRunText, isFirstRun, newFirstCode } from '../first-code.ts'
import { VirtualPlants, virtualPlantsEnv } from '../virtual-plants.ts'
import { packGateway, publishParts } from '../portal.ts'
import { anyPort } from '../ports.ts'
import type { Command } from '../run-command.ts'
import { type Place, placeOf, writeServing } from './place.ts'
import { whyClosed } from './port-closed.ts'
import { programs } from './programs.ts'
import { versionOf } from './status.ts'
import { Refusal } from './refusal.ts'
import { programName, type Told } from './settings.ts'
import { settingsTable } from './settings-table.ts'

const loopback = '127.0.0.1'
const isEverywhere = (host: string) => host === '0.0.0.0' || host === '::'
/** The host in URL form. */
const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** The portal's URL on this machine. */
export const urlOf = ({ host, port }: Pick<Told, 'host' | 'port'>) => `http://${isEverywhere(host) ? loopback : inUrl(host)}:${port}` // prettier-ignore

/** Clears all secrets, for parts that need none. */
const noSecrets = Object.fromEntries(
  settingsTable.filter(({ secret }) => secret).map(({ environment }) => [environment ?? '', '']),
)

/** Environment of the release host and its commands for the bucket. */
const bucketOf = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => /^RELEASE_(S3|STATE)_/.test(name))) as Record<string, string> // prettier-ignore

/** Shared by the steps of a start. */
interface Serve {
  told: Told
  place: Place
  command: Command
}

/** Starts database, service and release host, and leaves them running. */
export async function serve(told: Told, command: Command): Promise<'running'> {
  const place = placeOf(told)
  const { steps } = command
  if (place.data !== told.data)
    steps.note(`${told.data} cannot be reached by the database, which does not run as root; using ${place.data}.`)
  if (existsSync(join(place.data, restoringMark)))
    throw new Refusal(
      `a restore into ${place.data} was cut off`,
      `find ${place.data} -mindepth 1 -delete, then ${programName} restore`,
    )
  const closed = await whyClosed(told)
  if (closed !== undefined) throw new Refusal(closed.says, closed.fix)
  openDataFolder(place.data)
  command.onEnd(lockDataFolder(place.data, process.pid))
  steps.note(`All data lies in ${place.data}.`)
  const start: Serve = { told, place, command }

  await publishFirst(start)
  if (told.services.length === 0) await packGateway(place.data, steps, told.packed)
  const first = newFirstCode()
  const services = told.services.length > 0 ? told.services : [await startService(start, first)]
  await startReleaseHost(start, services)
  const url = urlOf(told)
  writeServing(place.data, { pid: process.pid, url, services, since: new Date().toISOString() })
  steps.note(`\nHelioport is ready at ${told.baseUrl ?? url}`)
  await noteWhatIsMissing(start, services, first)
  return 'running'
}

const adviceOf = ({ place }: Serve) =>
  `next: ${programName} doctor --data ${place.data} (logs: ${join(place.data, 'logs')})`

/** Releases all parts where nothing was released yet; later releases come by `release publish` and `upgrade`. */
async function publishFirst(start: Serve): Promise<void> {
  const { place, command } = start
  if (start.told.publish === 'never' || existsSync(join(place.releases, 'index.json'))) return
  const { packed, environment } = start.told
  const publish = publishParts(['all'], place.releases, 'production', bucketOf(environment), packed)
  const title = packed === undefined ? 'Shell and remotes built and released' : 'Shell and remotes released'
  await command.steps.run(title, adviceOf(start), publish)
}

async function startService(start: Serve, first: FirstCode): Promise<string> {
  const { told, place, command } = start
  const port = told.servicePort === 0 ? await anyPort() : told.servicePort
  const url = `http://${loopback}:${port}`
  const virtualPlants = new VirtualPlants({ group: command.group, data: place.data, service: url })
  const version = await versionOf()
  await command.steps.run('Database and service started', adviceOf(start), (say) =>
    command.group.start({
      name: 'service',
      args: [programs.service, `--port=${port}`, `--data=${place.service}`],
      env: {
        ...(told.environment as Record<string, string>),
        BASE_URL: told.baseUrl ?? urlOf(told),
        FIRST_ACCOUNT_HASH: first.hash,
        HELIOPORT_LOGS: join(place.data, 'logs'),
        HELIOPORT_VERSION: version,
        ...virtualPlantsEnv,
      },
      onMessage: virtualPlants.answer,
      logFile: join(place.data, 'logs', 'service.log'),
      onLine: say,
      readyWhen: (line) => line.includes('service: ready'),
      readyWithinMs: 600_000,
      keepAlive: true,
    }),
  )
  virtualPlants.resume()
  return url
}

/** Command line of the release host. */
export function hostFlags(told: Told, releases: string, services: readonly string[]): string[] {
  const names = [...(told.baseUrl === undefined ? [] : [new URL(told.baseUrl).hostname]), ...(isEverywhere(told.host) ? [] : [inUrl(told.host)])] // prettier-ignore
  const proxies = told.trustedProxies.length > 0 ? told.trustedProxies : ['none']
  return [
    `--port=${told.port}`,
    `--host=${told.host}`,
    `--data=${releases}`,
    ...(told.publish === 'never' ? ['--init'] : []),
    ...(told.overrides === 'allow' ? ['--allow-overrides'] : []),
    ...services.map((origin) => `--api=${origin}`),
    ...names.map((name) => `--allowed-host=${name}`),
    ...proxies.map((network) => `--trusted-proxy=${network}`),
  ]
}

function startReleaseHost(start: Serve, services: readonly string[]): Promise<void> {
  const { told, place, command } = start
  return command.steps.run('Release host started', adviceOf(start), (say) =>
    command.group.start({
      name: 'release-host',
      args: [programs.releaseHost, ...hostFlags(told, place.releases, services)],
      env: { ...noSecrets, ...bucketOf(told.environment) },
      logFile: join(place.data, 'logs', 'release-host.log'),
      onLine: say,
      readyWhen: (line) => line.includes('release: ready'),
      readyWithinMs: 120_000,
      keepAlive: true,
    }),
  )
}

async function noteWhatIsMissing(start: Serve, services: readonly string[], first: FirstCode): Promise<void> {
  const { told, place, command } = start
  const { steps } = command
  // The code of a remote service is unknown here: its first account is made on its own machine.
  if (told.services.length === 0 && (await isFirstRun(services[0] ?? ''))) {
    steps.note(`\n${firstRunText(told.baseUrl ?? urlOf(told), first)}`)
    const account = `${programName} account --data ${place.data} --user-name ada --email ada@example.org`
    steps.note(`Without a browser; next: ${account} --role operator < file-with-a-password`)
  }
  if (told.baseUrl === undefined && told.host !== loopback)
    steps.note(`Links in mails lead to ${urlOf(told)}; next: ${programName} serve --base-url https://portal.example`)
}
