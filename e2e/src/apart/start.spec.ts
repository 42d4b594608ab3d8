import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, request, test } from 'playwright/test'
import { ownData, startOn } from '../support/second-portal.ts'

/** Starts a second portal; its releases are already built, so that only the start itself is tested. */
async function start(data: string, port: number) {
  const started = await startOn(data, ['--history-days=0', '--no-show', `--port=${port}`], /^owner: owner \/ (\S+)$/)
  return { ...started, password: started.said }
}

type Started = Awaited<ReturnType<typeof start>>

/** Command lines of running processes that use a data folder. */
function processesOn(data: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return /^\d+$/.test(pid) && command.includes(data) ? [command] : []
    } catch {
      return []
    }
  })
}

async function signIn({ url, password }: Started): Promise<number> {
  const api = await request.newContext({
    baseURL: url,
    extraHTTPHeaders: { 'X-Requested-With': 'XMLHttpRequest', Origin: url },
  })
  const reply = await api.post('/api/web/v1/session', { data: { account: 'owner', password } })
  await api.dispose()
  return reply.status()
}

test('a portal takes the next free port, leaves no process after SIGKILL or SIGTERM, and keeps its data', async () => {
  test.skip(!existsSync('/proc/self/cmdline'), 'there is no /proc to see the processes in')
  const { base, data } = ownData()
  const holder = createServer()
  await new Promise<void>((done) => holder.listen(18_280, '127.0.0.1', done))
  try {
    const first = await start(data, 18_280)
    expect(first.lines).toContain('Port 18280 is taken, trying 18281.')
    expect(first.url).toBe('http://127.0.0.1:18281')
    expect(first.lines.join('\n')).toContain(data)
    expect(await signIn(first)).toBe(200)
    await expect(start(data, 18_280)).rejects.toThrow('is running on')

    first.process.removeAllListeners('exit')
    first.process.kill('SIGKILL')
    await expect.poll(() => processesOn(data)).toEqual([])

    const second = await start(data, 18_280)
    expect(second.password).toBe(first.password)
    expect(await signIn(second)).toBe(200)
    second.process.removeAllListeners('exit')
    const ended = new Promise((done) => second.process.once('exit', done))
    second.process.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(processesOn(data)).toEqual([])
  } finally {
    holder.close()
    rmSync(base, { recursive: true, force: true })
  }
})

/** Runs a measuring program like its npm command. */
const measured = async (program: string, ...args: string[]) => {
  const path = resolve(import.meta.dirname, '../../..', program)
  return (await promisify(execFile)(process.execPath, [path, ...args])).stdout
}

test('the benchmarks of memory at start-up and of component sizes print their figures', async () => {
  test.skip(!existsSync('/proc/self/smaps_rollup'), 'there is no /proc to read the memory in')
  const { base, data } = ownData()
  try {
    const flags = [`--data=${data}`, '--rest=0', '--no-show', '--history-days=0']
    const lines = await measured('packages/standalone/src/bench/start-memory.ts', ...flags)
    expect(lines).toMatch(
      /^first start, .* s\nmemory of Node +\d+ MB\nmemory of PostgreSQL +\d+ MB\nsecond start .* s\n$/,
    )
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
  expect(await measured('e2e/src/bench/components.ts', 'ui Tabs')).toMatch(
    /^ui Tabs Segmented +[\d.]+ at once +[\d.]+ with all\n$/,
  )
})
