import { mkdirSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Backlog } from './backlog/backlog.ts'
import { WantedSettings } from './control/keep-set.ts'
import { runCommands } from './control/run-commands.ts'
import { Counters } from './counter/counters.ts'
import { discover, discoverDeps } from './discover/discover.ts'
import { foundText } from './discover/found.ts'
import { firstOf, probeMakers } from './discover/maker-probe.ts'
import { probeSunspec } from './discover/modbus-probe.ts'
import { probeGoodwe } from './discover/sticks.ts'
import { getJson } from './http/get-json.ts'
import { ClaimError, claimLogger } from './main/claim.ts'
import { foundSources } from './main/found-sources.ts'
import { Gateway } from './main/gateway.ts'
import { type ClaimOptions, type GatewayOptions, optionsFrom, UsageError } from './main/options.ts'
import { PortalSettings } from './main/portal-settings.ts'
import { SourceRun } from './main/source-run.ts'
import { openSources, SourceArgumentError } from './main/sources.ts'
import { trySources } from './main/try-sources.ts'
import { statusAddresses, statusServer } from './main/status-page.ts'
import { openMqtt } from './mqtt/mqtt-link.ts'
import { httpCommandDoor } from './send/command-door.ts'
import { httpIngestDoor } from './send/ingest-door.ts'
import { Sender } from './send/sender.ts'
import { httpSetupDoor } from './send/setup-door.ts'
import { version } from './version.ts'

const say = (text: string) => void process.stdout.write(`${new Date().toISOString()} ${text}\n`)
const now = () => Date.now()
const wait = async (ms: number) => void (await delay(ms))
const probeModbus = firstOf(probeSunspec(now, wait), probeMakers(now, wait))

async function gatewayOf(options: GatewayOptions): Promise<Gateway> {
  const { portal, serial, key, folder, intervalMs, allowControl } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const settings = new PortalSettings({
    file: join(folder, 'settings.json'),
    door: httpSetupDoor(portal),
    key,
    now,
    say,
  })
  const own = await sourcesOf(options, settings)
  const tools = { now, wait, getJson, openMqtt, folder }
  const isReadable = (source: string) => {
    try {
      return openSources([source], tools).length > 0
    } catch (error) {
      say(`the portal names ${source}: ${error instanceof Error ? error.message : String(error)}`)
      return false
    }
  }
  /** Sources from the command line are always read; found ones only while the portal names none. */
  const sources = () => {
    const named = settings.sources?.filter(isReadable) ?? null
    return [...new Set([...(named && options.sources.length === 0 ? [] : own), ...(named ?? [])])]
  }
  const openRuns = () => openSources(sources(), tools).map((source) => new SourceRun(source, now, say))
  if (sources().length === 0) throw new UsageError('no device was found: name one by --source')
  const backlog = new Backlog(join(folder, 'backlog'))
  const counters = new Counters(join(folder, 'counters.json'), say)
  const firmware = `helioport-gateway ${version}`
  const sender = new Sender({ door: httpIngestDoor(portal), serial, key, firmware, backlog, now, say })
  const wanted = allowControl ? new WantedSettings(join(folder, 'wanted.json')) : null
  say(`gateway ${version}: ${sources().join(', ')} to ${portal}`)
  return new Gateway({ openRuns, settings, counters, backlog, sender, now, wait, intervalMs, wanted, say })
}

/** Sources from the command line, or found ones; none where the portal names some. */
async function sourcesOf(options: GatewayOptions, settings: PortalSettings): Promise<string[]> {
  const { sources, folder, once, intervalMs, allowControl } = options
  if (sources.length > 0) return sources
  const isNamed = async () => {
    await settings.ask({ intervalS: intervalMs / 1000, allowsControl: allowControl, sources: [] })
    return settings.sources !== null
  }
  const search = () => discover([], discoverDeps(probeModbus, probeGoodwe(now)))
  return foundSources({ folder, search, isNamed, isPatient: !once, wait, say })
}

/** Exchanges the code for the logger's serial and key. */
async function claimed({ claim, ...options }: ClaimOptions): Promise<GatewayOptions> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  const { serial, key } = await claimLogger(options.portal, claim, options.folder)
  say(`this is logger ${serial} of ${options.portal} now; the next start needs no code`)
  return { ...options, serial, key }
}

/** Takes commands beside the rounds; an unforeseen failure of a command ends neither. */
async function takeCommands(gateway: Gateway, { portal, key }: GatewayOptions, signal: AbortSignal) {
  const wanted = gateway.wanted
  if (!wanted) return
  const door = httpCommandDoor(portal)
  const controlOf = (serial: string) => gateway.controlOf(serial)
  const settingOf = (serial: string) => gateway.settingOf(serial)
  const controls = () => gateway.controls()
  while (!signal.aborted) {
    await runCommands({ door, key, controlOf, settingOf, controls, wanted, now, wait, say }, signal).catch(
      (error: unknown) => say(`a command came to nothing: ${String(error)}`),
    )
  }
}

async function runOnce(gateway: Gateway): Promise<void> {
  const { devices } = await gateway.round()
  process.stdout.write(`${JSON.stringify({ devices, ...gateway.state }, null, 2)}\n`)
  await gateway.close()
  // A source that still waits for an answer would keep the process alive for up to a minute.
  process.exit(0)
}

async function runForEver(gateway: Gateway, options: GatewayOptions): Promise<void> {
  const { status } = options
  const stop = new AbortController()
  const server = status && statusServer(() => gateway.state, now)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    // Connections are closed properly: an inverter with a dead connection accepts no other for minutes.
    process.once(signal, () => {
      stop.abort()
      void gateway.close().then(() => process.exit(0))
    })
  }
  if (server && status) {
    server.on('error', (error) => say(`no status page: ${error.message}`))
    server.listen(status.port, status.host, () =>
      say(`status page at ${statusAddresses(status, networkInterfaces()).join(', ')}`),
    )
  }
  await Promise.all([gateway.run(stop.signal), takeCommands(gateway, options, stop.signal)])
}

/** Searches and prints; an invalid range is a usage error. */
async function search(ranges: readonly string[]): Promise<void> {
  process.stdout.write('Looking for devices, which takes up to a minute …\n')
  const deps = discoverDeps(probeModbus, probeGoodwe(now))
  const found = await discover(ranges, deps).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  })
  process.stdout.write(foundText(found))
}

try {
  const options = optionsFrom(process.argv, process.env, version)
  if (options && 'ranges' in options) await search(options.ranges)
  else if (options && 'tried' in options) {
    const told = await trySources(options.tried, { now, wait, getJson, openMqtt })
    process.stdout.write(`${JSON.stringify(told, null, 2)}\n`)
    process.exit(told.some(({ trouble }) => trouble !== null) ? 1 : 0)
  } else if (options) {
    const known = 'claim' in options ? await claimed(options) : options
    const gateway = await gatewayOf(known)
    await (known.once ? runOnce(gateway) : runForEver(gateway, known))
  }
} catch (error) {
  const isExpected =
    error instanceof UsageError ||
    error instanceof SourceArgumentError ||
    error instanceof ClaimError ||
    (error instanceof Error && error.name === 'CACError')
  const text = error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : String(error)
  process.stderr.write(`helioport-gateway: ${text}\n`)
  process.exit(isExpected ? 2 : 1)
}
