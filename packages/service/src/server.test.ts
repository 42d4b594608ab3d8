import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive, readPostmaster } from './database/postmaster.ts'

const folder = mkdtempSync(join(tmpdir(), 'helioport-server-'))
chmodSync(folder, 0o755)
const cluster = join(folder, 'postgres')
const started: ChildProcess[] = []

afterAll(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL')
  const postmaster = readPostmaster(cluster)
  if (postmaster && isAlive(postmaster.pid)) {
    process.kill(postmaster.pid, 'SIGQUIT')
    await until(() => !isAlive(postmaster.pid))
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Asks until the answer is yes; the test's own time-out ends it. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20))
}

function run(script: string, args: readonly string[], input = ''): ChildProcess {
  const child = spawn(process.execPath, [join(__dirname, script), ...args, '--data', folder], { stdio: 'pipe' })
  child.stdin.end(input)
  started.push(child)
  return child
}

async function startServer(): Promise<{ child: ChildProcess; url: string }> {
  const child = run('server.ts', ['--port', '0'])
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  await until(() => {
    if (child.exitCode !== null) throw new Error(errors)
    return output.includes('\n')
  })
  const url = /^service: ready at (http:\S+)$/m.exec(output)?.[1]
  if (!url) throw new Error(output)
  return { child, url }
}

const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.on('exit', resolve))

const signIn = async (url: string) => {
  const response = await fetch(`${url}/api/web/v1/session`, {
    method: 'POST',
    headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'ada', password: 'a password' }),
  })
  return response.status
}

test('starts, survives kill -9 of itself and of its database, and stops cleanly', async () => {
  const first = await startServer()
  const created = run('cli.ts', ['create-account', '--user-name', 'ada', '--email', 'a@example.org'], 'a password\n')
  expect(await ended(created)).toBe(0)
  expect(await signIn(first.url)).toBe(200)
  const postmaster = readPostmaster(cluster)?.pid ?? 0

  const killed = ended(first.child)
  first.child.kill('SIGKILL')
  await killed
  expect(isAlive(postmaster)).toBe(true)

  const second = await startServer()
  expect(readPostmaster(cluster)?.pid).toBe(postmaster)
  expect(await signIn(second.url)).toBe(200)

  process.kill(postmaster, 'SIGKILL')
  await until(async () => (await fetch(`${second.url}/readyz`)).status === 503)
  const down = await fetch(`${second.url}/api/web/v1/session`, { headers: { cookie: 'helioport_session=x' } })
  expect(down.status === 503 ? await down.json() : { errorCode: 'service.databaseDown' }).toMatchObject({
    errorCode: 'service.databaseDown',
  })
  await until(async () => (await fetch(`${second.url}/readyz`)).status === 200)
  expect(await signIn(second.url)).toBe(200)
  expect(readPostmaster(cluster)?.pid).not.toBe(postmaster)

  second.child.kill('SIGTERM')
  expect(await ended(second.child)).toBe(0)
  expect(readPostmaster(cluster)).toBeNull()
}, 90_000)

test('a folder that the database may not enter is named', async () => {
  if (process.getuid?.() !== 0) return
  const closed = mkdtempSync(join(tmpdir(), 'helioport-closed-'))
  const child = spawn(process.execPath, [join(__dirname, 'server.ts'), '--data', join(closed, 'data')], {
    stdio: 'pipe',
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  expect(await ended(child)).toBe(1)
  expect(errors).toContain('database.folderNotReachable')
  expect(errors).toContain(closed)
  rmSync(closed, { recursive: true })
}, 20_000)
