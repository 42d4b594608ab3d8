import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Credentials, credentialsIn } from './credentials.ts'
import { projectRoot } from './options.ts'
import { anyPort, freePortFrom, host } from './ports.ts'
import type { ProcessGroup } from './process-group.ts'
import type { Steps } from './steps.ts'

const program = (path: string) => join(projectRoot, 'packages', path)

export interface Portal {
  url: string
  credentials: Credentials
  /** Opens the page of releases. */
  operatorKey: string
  /** Folder of messages that no server takes. */
  outbox: string
  /** Where faults of the virtual plants are switched on and off. */
  fleetDoor: string
}

export interface PortalOptions {
  port: number
  data: string
  historyDays: number
  /** Folder of the release store. */
  releases: string
  /** Builds what is not released yet into that store. */
  publish: (say: (line: string) => void) => Promise<void>
  /** Remotes that come from a development server: name -> origin. */
  devRemotes?: Readonly<Record<string, string>>
  /** Start the service again when its sources change. */
  watchService?: boolean
}

/** Builds parts that changed and points browsers to them; the release command as an operator types it. */
export function publishParts(parts: readonly string[], releases: string, mode: 'production' | 'development') {
  const args = [program('release/src/cli.ts'), 'publish', ...parts, '--if-changed', '--mode', mode, '--data', releases]
  return (say: (line: string) => void) => runToEnd(args, say)
}

/** Runs a program to its end; rejects with its last lines when it fails. */
export function runToEnd(args: string[], onLine: (line: string) => void, input?: string): Promise<void> {
  return new Promise((done, refuse) => {
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], cwd: projectRoot })
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
    child.stdin.end(input ?? '')
  })
}

/** Where and how to sign in. */
export function noteReady({ url, credentials, operatorKey, outbox, fleetDoor }: Portal, steps: Steps): void {
  steps.note(`\nHelioport is ready at ${url}`)
  for (const role of ['owner', 'operator'] as const) {
    steps.note(`${role}: ${credentials[role].userName} / ${credentials[role].password}`)
  }
  steps.note(`releases: ${url}/releases/operator with the key ${operatorKey}`)
  if (!process.env['SMTP_URL']) steps.note(`mails: in ${join(outbox, 'mail')}; SMTP_URL and MAIL_FROM have them sent`)
  steps.note(`faults of the virtual plants: npm run behave -- behaviours --door ${fleetDoor}`)
}

/** Brings up everything on one machine: releases, service with its database, accounts, release host, virtual fleet. */
export async function startPortal(options: PortalOptions, steps: Steps, group: ProcessGroup): Promise<Portal> {
  const { data } = options
  const log = (name: string) => join(data, 'logs', `${name}.log`)
  const logsAdvice = `The log is in ${join(data, 'logs')}. --fresh starts over with empty data.`
  const port = await freePortFrom(options.port, (taken) => steps.note(`Port ${taken} is taken, trying ${taken + 1}.`))
  const servicePort = await anyPort()
  const service = `http://${host}:${servicePort}`
  const url = `http://${host}:${port}`

  await steps.run('Shell and remotes built and released', 'Mend the error above and start again.', options.publish)

  await steps.run('Database and service started', logsAdvice, (say) =>
    group.start({
      name: 'service',
      args: [
        ...(options.watchService ? ['--watch', '--watch-preserve-output'] : []),
        program('service/src/main/server.ts'),
        `--port=${servicePort}`,
        `--data=${join(data, 'service')}`,
      ],
      env: { HELIOPORT_PUBLIC_URL: url },
      logFile: log('service'),
      onLine: say,
      readyWhen: (line) => line.includes('service: ready'),
      readyWithinMs: 60_000,
      keepAlive: true,
    }),
  )

  const credentials = credentialsIn(data)
  // Once only: a password that somebody has changed since stays changed.
  const created = join(data, 'accounts-created')
  if (!existsSync(created)) {
    await steps.run('Accounts created', logsAdvice, async (say) => {
      for (const role of ['owner', 'operator'] as const) {
        const { userName, password } = credentials[role]
        const account = ['--user-name', userName, '--email', `${userName}@helioport.invalid`, '--role', role]
        const args = [program('service/src/main/cli.ts'), 'create-account', '--data', join(data, 'service'), ...account]
        await runToEnd(args, say, password)
      }
      writeFileSync(created, '')
    })
  }

  await steps.run('Release host started', logsAdvice, (say) =>
    group.start({
      name: 'release-host',
      args: [
        program('release/src/server.ts'),
        `--port=${port}`,
        `--data=${options.releases}`,
        `--api=${service}`,
        // It listens on this machine alone.
        '--allow-overrides',
        ...Object.entries(options.devRemotes ?? {}).map(([name, origin]) => `--dev-remote=${name}=${origin}`),
      ],
      logFile: log('release-host'),
      onLine: say,
      readyWhen: (line) => line.includes('release: ready'),
      readyWithinMs: 30_000,
      keepAlive: true,
    }),
  )

  const fleetDoorPort = await anyPort()
  const passwordFile = join(data, 'owner-password')
  writeFileSync(passwordFile, credentials.owner.password, { mode: 0o600 })
  chmodSync(passwordFile, 0o600)
  await steps.run('Virtual plants report', logsAdvice, (say) =>
    group.start({
      name: 'fleet',
      args: [
        program('fleet/src/main.ts'),
        `--api=${service}`,
        `--data=${join(data, 'fleet')}`,
        `--account=${credentials.owner.userName}`,
        `--password-file=${passwordFile}`,
        `--history-days=${options.historyDays}`,
        '--seed=1',
        `--door=${fleetDoorPort}`,
      ],
      logFile: log('fleet'),
      onLine: say,
      readyWhen: (line) => line.includes('fleet: live'),
      readyWithinMs: 600_000,
      keepAlive: true,
    }),
  )

  const operatorKey = readFileSync(join(options.releases, 'keys/operator-key'), 'utf8').trim()
  return {
    url,
    credentials,
    operatorKey,
    outbox: join(data, 'service', 'outbox'),
    fleetDoor: `http://${host}:${fleetDoorPort}`,
  }
}
