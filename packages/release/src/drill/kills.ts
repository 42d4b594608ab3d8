/**
 * Kills (SIGKILL) a process that changes a release store, at a random moment, and examines the store after each kill:
 * `node kills.ts [--kills 200] [--short]`. Every change that was reported as done is there, the log is unbroken, index
 * and pointers agree, and the next change succeeds. Every second process has its clock set back by a day where
 * libfaketime is installed. Ends with 1 if any of this fails; the last line is the result as JSON.
 */
import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cac } from 'cac'
import { readAudit, verifyAudit } from '../store/audit.ts'
import { publishReleases, renewIndex } from '../store/change.ts'
import type { Layout } from '../store/layout.ts'
import { readPointers } from '../store/pointer.ts'
import { readIndex } from '../store/release-index.ts'
import { createTestLayout, layRelease, releaseOf } from '../testing/store.ts'

const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
/** Duration of the short form, in ms. */
const shortMs = 8_000
/** A process is killed at most this long after it was ready, in ms. */
const longestLife = 600

interface Flags {
  kills: number
  short?: boolean
}

/** Runs changes until the kill; returns the last serial that was printed. */
function killed(layout: Layout, isBack: boolean): Promise<number> {
  const clock = isBack && existsSync(fakeTime) ? { LD_PRELOAD: fakeTime, FAKETIME: '-1d' } : {}
  const program = join(import.meta.dirname, 'endless-changes.ts')
  const child = spawn(process.execPath, [program, layout.root], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...clock },
  })
  let said = ''
  child.stdout.on('data', (part: Buffer) => {
    if (said === '') setTimeout(() => child.kill('SIGKILL'), Math.random() * longestLife)
    said += part.toString()
  })
  return new Promise((done, fail) => {
    child.once('close', (code) => {
      if (code !== null) fail(new Error(`the process ended by itself with ${code}`))
      // The last line may be incomplete.
      else done(Math.max(0, ...said.split('\n').slice(0, -1).map(Number).filter(Number.isFinite)))
    })
  })
}

/** Faults of a store after its process was killed; empty if there are none. */
async function wrongWith(layout: Layout, told: number): Promise<string[]> {
  const wrong: string[] = []
  const since = performance.now()
  await renewIndex(layout, new Date())
  const waited = performance.now() - since
  if (waited > 5_000) wrong.push(`the lock was free after ${waited.toFixed()} ms`)
  const [index, pointers, audit] = [await readIndex(layout), await readPointers(layout), await readAudit(layout, 500)]
  const serial = index?.payload.serial ?? 0
  if (serial < told) wrong.push(`change ${told} was told as done, the index is at ${serial}`)
  if (!audit.some((entry) => entry.serial === told) && told > 0) wrong.push(`change ${told} is not in the log`)
  if ((audit[0]?.serial ?? 0) !== serial) wrong.push(`the log ends at ${audit[0]?.serial}, the index is at ${serial}`)
  const { brokenAt } = await verifyAudit(layout)
  if (brokenAt !== null) wrong.push(`line ${brokenAt} of the log is broken`)
  for (const { name, current } of pointers) {
    const offered = name === 'shell' ? index?.payload.shell?.release : index?.payload.remotes[name]?.[0]?.release
    if (offered !== current) wrong.push(`${name}: the pointer says ${current}, the index ${offered}`)
  }
  return wrong
}

async function run({ kills, short = false }: Flags): Promise<void> {
  const layout = createTestLayout()
  const names = ['shell', 'station', 'device']
  for (const name of names) for (const digit of [1, 2, 3]) layRelease(layout, name, digit)
  await publishReleases(layout, names.map((name) => ({ name, release: releaseOf(1) })), new Date()) // prettier-ignore
  const since = performance.now()
  const until = short ? since + shortMs : Infinity
  const failures: string[] = []
  let done = 0
  let changes = 0
  for (; done < kills && performance.now() < until; done += 1) {
    const before = (await readIndex(layout))?.payload.serial ?? 0
    const told = await killed(layout, done % 2 === 1)
    for (const one of await wrongWith(layout, told)) failures.push(`kill ${done + 1}: ${one}`)
    changes += ((await readIndex(layout))?.payload.serial ?? 0) - before
  }
  rmSync(layout.root, { recursive: true })
  for (const failure of failures) process.stdout.write(`${failure}\n`)
  const result = { drill: 'kill-release-store', kills: done, changes, clockSetBack: existsSync(fakeTime), failures: failures.length, seconds: Math.round((performance.now() - since) / 1000) } // prettier-ignore
  process.stdout.write(`${JSON.stringify(result)}\n`)
  process.exitCode = failures.length > 0 || done === 0 || changes === 0 ? 1 : 0
}

const cli = cac('kills')
cli
  .command('', 'Kill a process that changes a release store, and look at the store after each')
  .option('--kills <number>', 'So many', { default: 200 })
  .option('--short', 'As many as fit into ten seconds')
  .action(run)
cli.help()
cli.parse(process.argv, { run: false })
await cli.runMatchedCommand()
