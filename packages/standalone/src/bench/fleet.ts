/**
 * CPU that a number of live inverters costs: the real service with its database as separate processes, and every upload
 * of an hour before noon sent one after the other. `npm run bench:fleet -- [inverters] [intervals]` reports CPU seconds
 * per five-minute interval. Linux only: it reads /proc.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { manyPlants, simulatedClock, startFleet, tickMs } from '@helioport/fleet/testing'

const [wanted = 2000, intervals = 12] = process.argv.slice(2).map(Number)
const account = 'bench'
const password = 'a password of a bench'
const ticksPerSecond = 100
/** A time at which all plants are awake, far enough in the past to be accepted at any date. */
const from = Date.UTC(2026, 5, 21, 5)

const root = mkdtempSync(join(tmpdir(), 'helioport-bench-'))
chmodSync(root, 0o755)
const program = (name: string) => join(import.meta.dirname, '../../../service/src/main', name)
const service = spawn(process.execPath, [program('server.ts'), '--port=0', `--data=${root}`], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const line = (name: string, value: string) => process.stdout.write(`${name.padEnd(40)}${value}\n`)

/** User and system time of a process including its ended children, s. */
function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return ppid === parent ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

function cpuOfAll() {
  const postmaster = Number(readFileSync(join(root, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const own = process.cpuUsage()
  return {
    service: cpuOf(service.pid ?? 0),
    database: [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + cpuOf(pid), 0),
    fleet: (own.user + own.system) / 1e6,
  }
}

async function readyUrl(): Promise<string> {
  for await (const text of createInterface(service.stdout)) {
    const url = /^service: ready at (http:\S+)$/.exec(text)?.[1]
    if (url) return url
  }
  throw new Error('the service did not start')
}

try {
  const api = await readyUrl()
  const person = ['--user-name', account, '--email', 'bench@example.org', '--role', 'owner']
  execFileSync(process.execPath, [program('cli.ts'), 'create-account', '--data', root, ...person], { input: password })
  const clock = simulatedClock(from)
  const plants = manyPlants(wanted, from)
  const fleet = await startFleet({
    api,
    stateFile: join(root, 'fleet/fleet.json'),
    account,
    password,
    historyDays: 0,
    seed: 1,
    world: () => plants,
    clock,
    say: (text) => {
      if (text.includes('refused')) process.stderr.write(`${text}\n`)
    },
  })
  // The first interval warms caches and query plans.
  await clock.runTo(from + 2 * tickMs - 1, fleet.loggers)
  const [before, startedAt] = [cpuOfAll(), performance.now()]
  await clock.runTo(from + (2 + intervals) * tickMs - 1, fleet.loggers)
  const [after, seconds] = [cpuOfAll(), (performance.now() - startedAt) / 1000]
  const spent = (name: keyof typeof after) => (after[name] - before[name]) / intervals
  const share = (cpu: number) => `${cpu.toFixed(2)} s (${((cpu / (tickMs / 1000)) * 100).toFixed(2)} % of a core)`
  line('inverters, plants', `${wanted}, ${plants.length}`)
  line('five minutes of all of them, sent in', `${(seconds / intervals).toFixed(2)} s`)
  for (const name of ['service', 'database', 'fleet'] as const) line(`CPU per interval, ${name}`, share(spent(name)))
  line('CPU per interval, all', share(spent('service') + spent('database') + spent('fleet')))
} finally {
  const ended = new Promise((resolve) => service.once('exit', resolve))
  service.kill('SIGTERM')
  await ended
  rmSync(root, { recursive: true, force: true })
}
process.exit(0)
