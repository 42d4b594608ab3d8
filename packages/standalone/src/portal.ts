import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gatewayPath } from '@helioport/contract'
import { type Credentials, credentialsIn } from './credentials.ts'
import { projectRoot } from './options.ts'
import { anyPort, freePortFrom, host } from './ports.ts'
import type { ProcessGroup } from './process-group.ts'
import type { Steps } from './steps.ts'
import { VirtualPlants, virtualPlantsEnv } from './virtual-plants.ts'

const program = (path: string) => join(projectRoot, 'packages', path)

/** A portal that answers. */
export interface OpenPortal {
  url: string
  /** Key of the releases page. */
  operatorKey: string
  /** Origin of its service. */
  service: string
  /** Folder of messages without a mail or SMS server. */
  outbox: string
}

/** A portal with accounts of owner and operator, and virtual plants. */
export interface Portal extends OpenPortal {
  credentials: Credentials
  /** URL at which behaviours of the virtual plants are switched. */
  fleetDoor: string
}

export interface PortalOptions {
  port: number
  data: string
  historyDays: number
  /** Folder of the release store. */
  releases: string
  /** Builds and releases what that store lacks. */
  publish: (say: (line: string) => void) => Promise<void>
  /** Remotes from development servers: name -> origin. */
  devRemotes?: Readonly<Record<string, string>>
  /** Whether a developer's browser may load a remote from its own machine. */
  allowOverrides?: boolean
  /** Restart the service when its sources change. */
  watchService?: boolean
  /** Additional environment of the service. */
  serviceEnv?: Record<string, string>
}

/** Builds changed parts, or takes packed ones, and moves browsers to them, by the operator's release command. */
export function publishParts(
  parts: readonly string[],
  releases: string,
  mode: 'production' | 'development',
  env: Record<string, string> = {},
  packed?: string,
) {
  const args = [
    program('release/src/cli.ts'),
    'publish',
    ...parts,
    '--if-changed',
    '--mode',
    mode,
    '--data',
    releases,
    '--init',
    ...(packed === undefined ? [] : ['--packed', packed]),
  ]
  return (say: (line: string) => void) => runToEnd(args, say, { env })
}

/** Runs a program to its end; rejects with its last lines when it fails. */
export function runToEnd(
  args: string[],
  onLine: (line: string) => void,
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<void> {
  return new Promise((done, refuse) => {
    const child = spawn(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      cwd: projectRoot,
      env: { ...process.env, ...env },
    })
    const last: string[] = []
    let rest = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) {
          last.push(line)
          if (last.length > 30) last.shift()
          onLine(line)
        }
      })
    }
    child.on('error', refuse)
    child.on('close', (code) => (code === 0 ? done() : refuse(new Error(`\n    ${[...last, rest].join('\n    ')}`))))
    child.stdin.end(input)
  })
}

/** Prints the portal's URL and what its operator needs. */
export function noteAt({ url, operatorKey, outbox }: OpenPortal, steps: Steps): void {
  steps.note(`\nHelioport is ready at ${url}`)
  steps.note(`releases: ${url}/releases/operator with the key ${operatorKey}`)
  if (!process.env['SMTP_URL']) steps.note(`mails: in ${join(outbox, 'mail')}; SMTP_URL and MAIL_FROM have them sent`)
}

/** Prints where and how to sign in. */
export function noteReady(portal: Portal, steps: Steps): void {
  noteAt(portal, steps)
  for (const role of ['owner', 'operator'] as const) {
    steps.note(`${role}: ${portal.credentials[role].userName} / ${portal.credentials[role].password}`)
  }
  steps.note(`faults of the virtual plants: npm run behave -- behaviours --door ${portal.fleetDoor}`)
}

/** Shared by the steps of a start. */
interface Start {
  options: PortalOptions
  steps: Steps
  group: ProcessGroup
  /** Origin of the service. */
  service: string
  /** Ports of the service, the portal, the fleet's door and MQTT. */
  ports: { service: number; portal: number; fleetDoor: number; mqtt: number }
  virtualPlants: VirtualPlants
}

/** Starts releases, service with its database, and release host. `work` runs before the portal is reachable. */
export async function openPortal(
  options: PortalOptions,
  steps: Steps,
  group: ProcessGroup,
  work: (start: Start) => Promise<void> = async () => {},
): Promise<OpenPortal & { start: Start }> {
  const { data } = options
  const portal = await freePortFrom(options.port, (taken) => steps.note(`Port ${taken} is taken, trying ${taken + 1}.`))
  const ports = {
    portal,
    service: await anyPort(),
    fleetDoor: await anyPort(),
    mqtt: await freePortFrom(mqttPort, () => {}),
  }
  const url = `http://${host}:${portal}`
  const service = `http://${host}:${ports.service}`
  const virtualPlants = new VirtualPlants({ group, data, service })
  const start: Start = { options, steps, group, service, ports, virtualPlants }

  await steps.run('Shell and remotes built and released', 'Mend the error above and start again.', options.publish)
  await packGateway(data, steps)
  await startService(start, url)
  await work(start)
  await startReleaseHost(start)
  virtualPlants.resume()
  const operatorKey = readFileSync(join(options.releases, 'keys/operator-key'), 'utf8').trim()
  return { start, url, operatorKey, service: start.service, outbox: join(data, 'service', 'outbox') }
}

/** Starts everything on one machine: releases, service with its database, accounts, release host, virtual fleet. */
export async function startPortal(options: PortalOptions, steps: Steps, group: ProcessGroup): Promise<Portal> {
  const credentials = credentialsIn(options.data)
  const { start, ...portal } = await openPortal(options, steps, group, (opening) =>
    createAccounts(opening, credentials),
  )
  await startFleet(start, credentials)
  return { ...portal, credentials, fleetDoor: `http://${host}:${start.ports.fleetDoor}` }
}

/** The standard port; if it is taken, the next free one. */
const mqttPort = 1883

const logOf = (data: string, name: string) => join(data, 'logs', `${name}.log`)
const adviceOf = (data: string) => `The log is in ${join(data, 'logs')}. --fresh starts over with empty data.`

function startService(start: Start, url: string): Promise<void> {
  const { options, steps, group, ports, virtualPlants } = start
  const { data, watchService, serviceEnv } = options
  return steps.run('Database and service started', adviceOf(data), (say) =>
    group.start({
      name: 'service',
      args: [
        ...(watchService ? ['--watch', '--watch-preserve-output'] : []),
        program('service/src/main/server.ts'),
        `--port=${ports.service}`,
        `--data=${join(data, 'service')}`,
      ],
      // With --watch the service is a grandchild and has no IPC channel.
      env: {
        HELIOPORT_PUBLIC_URL: url,
        MQTT_PORT: String(ports.mqtt),
        HELIOPORT_LOGS: join(data, 'logs'),
        ...(watchService ? {} : virtualPlantsEnv),
        ...serviceEnv,
      },
      onMessage: virtualPlants.answer,
      logFile: logOf(data, 'service'),
      onLine: say,
      readyWhen: (line) => line.includes('service: ready'),
      readyWithinMs: 60_000,
      keepAlive: true,
    }),
  )
}

/** The gateway's tarball for the page "Connect"; the portal runs without it as well. */
export async function packGateway(data: string, steps: Steps, packed?: string): Promise<void> {
  const file = join(data, 'service', basename(gatewayPath))
  const there = packed === undefined ? '' : join(packed, basename(gatewayPath))
  if (existsSync(there)) {
    mkdirSync(dirname(file), { recursive: true })
    copyFileSync(there, file)
    return
  }
  await runToEnd([program('gateway/src/pack.ts'), file], () => undefined).catch((error: unknown) =>
    steps.note(`The gateway could not be packed: ${error instanceof Error ? error.message : String(error)}`),
  )
}

/** Creates them once only: a later change of a password must last. */
async function createAccounts({ options: { data }, steps }: Start, credentials: Credentials): Promise<void> {
  const created = join(data, 'accounts-created')
  if (existsSync(created)) return
  await steps.run('Accounts created', adviceOf(data), async (say) => {
    for (const role of ['owner', 'operator'] as const) {
      const { userName, password } = credentials[role]
      const account = ['--user-name', userName, '--email', `${userName}@helioport.invalid`, '--role', role]
      const args = [program('service/src/main/cli.ts'), 'create-account', '--data', join(data, 'service'), ...account]
      await runToEnd(args, say, { input: password })
    }
    writeFileSync(created, '')
  })
}

function startReleaseHost({ options, steps, group, service, ports }: Start): Promise<void> {
  return steps.run('Release host started', adviceOf(options.data), (say) =>
    group.start({
      name: 'release-host',
      args: [
        program('release/src/server.ts'),
        `--port=${ports.portal}`,
        `--data=${options.releases}`,
        `--api=${service}`,
        ...(options.allowOverrides === true ? ['--allow-overrides'] : []),
        ...Object.entries(options.devRemotes ?? {}).map(([name, origin]) => `--dev-remote=${name}=${origin}`),
      ],
      logFile: logOf(options.data, 'release-host'),
      onLine: say,
      readyWhen: (line) => line.includes('release: ready'),
      readyWithinMs: 120_000,
      keepAlive: true,
    }),
  )
}

function startFleet({ options, steps, group, service, ports }: Start, { owner }: Credentials): Promise<void> {
  const { data } = options
  const passwordFile = join(data, 'owner-password')
  writeFileSync(passwordFile, owner.password, { mode: 0o600 })
  chmodSync(passwordFile, 0o600)
  return steps.run('Virtual plants report', adviceOf(data), (say) =>
    group.start({
      name: 'fleet',
      args: [
        program('fleet/src/main.ts'),
        `--api=${service}`,
        `--data=${join(data, 'fleet')}`,
        `--account=${owner.userName}`,
        `--password-file=${passwordFile}`,
        `--history-days=${options.historyDays}`,
        '--seed=1',
        `--door=${ports.fleetDoor}`,
      ],
      logFile: logOf(data, 'fleet'),
      onLine: say,
      readyWhen: (line) => line.includes('fleet: live'),
      readyWithinMs: 600_000,
      keepAlive: true,
    }),
  )
}
