/**
 * Time of a portal's first and second start until one can sign in, and the memory of its processes after a rest. `npm
 * run bench:start`. Linux only: it reads /proc. `--data FOLDER` reuses existing data (releases); `--rest SECONDS`;
 * `--no-show` and `--history-days N` as for `npm start`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { cac } from 'cac'
import { projectRoot } from '../options.ts'

interface Options {
  data?: string
  /** s. */
  rest: number
  show: boolean
  historyDays: number
}

const cli = cac('npm run bench:start --')
cli
  .command('', 'How long a start takes, and what it keeps in memory')
  .option('--data <folder>', 'Of a portal that is stopped; else of a new one, that is removed')
  // Long enough for the show to be finished.
  .option('--rest <seconds>', 'Before the memory is read', { default: 90 })
  .option('--no-show', 'Without what is made for show')
  .option('--history-days <n>', 'Of the virtual plants', { default: 30 })
  .action(measure)
cli.parse(process.argv, { run: false })

const folder = mkdtempSync(join(tmpdir(), 'helioport-start-'))
chmodSync(folder, 0o755)
const line = (name: string, value: string) => process.stdout.write(`${name.padEnd(44)}${value}\n`)

function start({ data, show, historyDays }: Options): Promise<{ child: ChildProcess; seconds: number }> {
  const since = performance.now()
  const flags = [`--data=${data ?? join(folder, 'portal')}`, `--history-days=${historyDays}`]
  const args = ['packages/standalone/src/start.ts', ...flags, ...(show ? [] : ['--no-show'])]
  const child = spawn(process.execPath, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((done, refuse) => {
    child.once('exit', (code) => refuse(new Error(`the portal ended with ${code}`)))
    createInterface({ input: child.stdout ?? process.stdin }).on('line', (text) => {
      if (text.startsWith('Helioport is ready at ')) done({ child, seconds: (performance.now() - since) / 1000 })
    })
  })
}

function stop(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit')
  return new Promise((done) => {
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })
}

interface Running {
  pid: number
  parent: number
  name: string
}

function processes(): Running[] {
  return readdirSync('/proc').flatMap((entry) => {
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(stat) ?? []
      return [{ pid: Number(entry), parent: Number(rest.split(' ')[1]), name }]
    } catch {
      return []
    }
  })
}

/** Proportional memory share (PSS) of a process and its descendants, MB by program. */
function memoryBelow(top: number): Map<string, number> {
  const all = processes()
  const sums = new Map<string, number>()
  const add = (pid: number) => {
    const name = all.find((one) => one.pid === pid)?.name ?? 'gone'
    const share = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    const kind = name.startsWith('postgres') ? 'PostgreSQL' : 'Node'
    sums.set(kind, (sums.get(kind) ?? 0) + Number(share) / 1024)
    for (const { pid: child } of all.filter(({ parent }) => parent === pid)) add(child)
  }
  add(top)
  return sums
}

async function measure(options: Options): Promise<void> {
  const first = await start(options)
  line('first start, builds of the releases included', `${first.seconds.toFixed(1)} s`)
  await wait(options.rest * 1000)
  for (const [kind, megabytes] of memoryBelow(first.child.pid ?? 0))
    line(`memory of ${kind}`, `${megabytes.toFixed(0)} MB`)
  await stop(first.child)
  const second = await start(options)
  line('second start', `${second.seconds.toFixed(1)} s`)
  await stop(second.child)
}

try {
  await cli.runMatchedCommand()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
