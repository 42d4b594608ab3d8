/**
 * How long the whole portal takes to say where to sign in, the first time and again, and what its processes keep in memory
 * once it has rested. `npm run bench:start`. Linux: it reads /proc.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { projectRoot } from '../options.ts'

/** What is made for show after the start is over by then. */
const restMs = 90_000
const folder = mkdtempSync(join(tmpdir(), 'helioport-start-'))
chmodSync(folder, 0o755)
const line = (name: string, value: string) => process.stdout.write(`${name.padEnd(44)}${value}\n`)

function start(): Promise<{ child: ChildProcess; seconds: number }> {
  const since = performance.now()
  const args = ['packages/standalone/src/start.ts', `--data=${join(folder, 'portal')}`, '--port=0']
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

/** The proportional share of memory of a process and of all below it, MB by program. */
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

try {
  const first = await start()
  line('first start, builds of the releases included', `${first.seconds.toFixed(1)} s`)
  await wait(restMs)
  for (const [kind, megabytes] of memoryBelow(first.child.pid ?? 0))
    line(`memory of ${kind}`, `${megabytes.toFixed(0)} MB`)
  await stop(first.child)
  const second = await start()
  line('second start', `${second.seconds.toFixed(1)} s`)
  await stop(second.child)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
