import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anyPort } from '../ports.ts'

const folder = mkdtempSync(join(tmpdir(), 'helioport-serve-'))
chmodSync(folder, 0o755)
const data = join(folder, 'data')
const program = join(import.meta.dirname, 'cli.ts')
const env = { ...process.env, HELIOPORT_DATA: data, HELIOPORT_PUBLISH: 'never' }
let port: number
let running: ChildProcess | undefined

beforeAll(async () => {
  port = await anyPort()
})
afterAll(async () => {
  await end()
  rmSync(folder, { recursive: true, force: true })
})

function start(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [program, 'serve', '--port', String(port), ...args], { env, stdio: 'pipe' })
  running = child
  return new Promise((done, refuse) => {
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        said += part.toString()
        if (said.includes('Without a browser')) done(said)
      })
    child.on('exit', () => refuse(new Error(said)))
  })
}

async function end(): Promise<void> {
  const child = running
  running = undefined
  if (child === undefined || child.exitCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await ended
}

const run = (args: string[], input = '') =>
  spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8', input })
const headers = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' }

test('serve starts all parts; status, doctor, account and support work with it; it ends cleanly', async () => {
  const before = run(['status'])
  expect([before.status, before.stdout]).toEqual([3, expect.stringContaining('portal     stopped')])

  const said = await start('--base-url', 'https://portal.example')
  expect(said).toContain('Helioport is ready at https://portal.example')
  expect(said).toMatch(/There is no account yet. Open https:\/\/portal\.example\/#\/login\/first-run/)
  expect(said).toMatch(/^ {4}(\w{4}-){2}\w{4}$/m)
  expect(said).toMatch(/Without a browser; next: .*account/)
  const origin = `http://127.0.0.1:${port}`
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)

  const account = ['account', '--user-name', 'ada', '--email', 'ada@example.org', '--role', 'operator']
  expect(run(account, 'a password of ada\n').stdout).toContain('account ada: created')

  // With and without the local proxy that provides https.
  const body = JSON.stringify({ account: 'ada', password: 'a password of ada' })
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'portal.example' } // prettier-ignore
  const post = (more: Record<string, string>) =>
    fetch(`${origin}/api/web/v1/session`, { method: 'POST', body, headers: { ...headers, ...more } })
  expect((await post(forwarded)).headers.get('set-cookie')).toMatch(/__Host-helioport_session=.*Secure/)
  expect((await post({})).headers.get('set-cookie')).not.toContain('Secure')
  expect(readFileSync(join(data, 'logs', 'service.log'), 'utf8')).toContain('"address":"203.0.113.9"')

  const status = run(['status', '--json'])
  expect(status.status).toBe(0)
  expect(JSON.parse(status.stdout)).toMatchObject({
    isUp: true,
    serving: { url: origin },
    services: [{ isReady: true }],
    database: { where: 'running', state: { major: 18, accounts: 1, migrations: { missing: [], unknown: [] } } },
  })
  const doctor = run(['doctor', '--port', String(port), '--base-url', 'https://portal.example'])
  expect(doctor.stdout).toMatch(/✓ ports .*answers/)
  expect(doctor.stdout).toMatch(/✓ database .*PostgreSQL 18/)
  expect([doctor.status, doctor.stdout.includes('✗')]).toEqual([0, false])

  // The support file contains no secret from the environment, a file or a log.
  const key = readFileSync(join(data, 'service', 'secret-key'), 'utf8').trim()
  appendFileSync(join(data, 'logs', 'service.log'), `sealed with ${key}, mailed by plum-pudding to ada@example.org\n`)
  const file = join(folder, 'support.json')
  const mailed = { ...env, SMTP_URL: 'smtps://portal:plum-pudding@127.0.0.1:9', MAIL_FROM: 'portal@example.org' }
  const support = spawnSync(process.execPath, [program, 'support', '--out', file], { env: mailed, encoding: 'utf8' })
  expect([support.status, support.stderr]).toEqual([0, ''])
  const written = readFileSync(file, 'utf8')
  for (const secret of [key, 'plum-pudding', 'ada@example.org', '203.0.113.9']) expect(written).not.toContain(secret)
  const { settings, health, tables, logs, doctor: found } = JSON.parse(written) as Record<string, { name: string }[]>
  expect(settings).toContainEqual({ name: 'SMTP_URL', value: '<set>' })
  expect(health).toContainEqual(expect.stringContaining('part="database"'))
  expect(tables?.map(({ name }) => name)).toContain('account')
  expect(logs?.map(({ name }) => name)).toEqual(expect.arrayContaining(['service.log', 'postgres.log']))
  expect(found?.map(({ name }) => name)).toContain('mail')

  // A second portal reports the taken port; on another port it names the portal that holds the folder.
  const second = run(['serve', '--port', String(port)])
  expect([second.status, second.stdout + second.stderr]).toEqual([1, expect.stringMatching(/is taken.*\n.*next: .*--port/)]) // prettier-ignore
  const other = run(['serve', '--port', String(await anyPort())])
  expect(other.stderr).toMatch(/a portal \(process \d+\) is running on .*\n.*next: npm run helioport -- doctor/)

  await end()
  expect(existsSync(join(data, 'portal.pid'))).toBe(false)
  expect(run(['status']).stdout).toMatch(/portal +stopped\ndatabase +embedded, stopped/)
})

test('doctor reports each fault with its remedy and exit code 1', () => {
  chmodSync(join(data, 'service', 'secret-key'), 0o644)
  const { status, stdout } = run(['doctor', '--port', String(port)])
  expect(status).toBe(1)
  expect(stdout).toMatch(/✗ keys .*secret-key can be read by others\n +next: chmod 600 .*secret-key/)
  chmodSync(join(data, 'service', 'secret-key'), 0o600)
  const mail = spawnSync(process.execPath, [program, 'doctor', '--port', String(port)], {
    env: { ...env, SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'portal@example.org' },
    encoding: 'utf8',
  })
  expect([mail.status, mail.stdout]).toEqual([1, expect.stringMatching(/✗ mail .*cannot be reached/)])
})

test('migrate uses the portal’s data folder; doctor reports missing migrations', () => {
  expect(run(['migrate', 'down']).stdout).toMatch(/^Down /m)
  const behind = run(['doctor', '--port', String(port)])
  expect([behind.status, behind.stdout]).toEqual([1, expect.stringMatching(/✗ database .*1 migrations are missing.*\n +next: npm run helioport -- migrate/)]) // prettier-ignore
  const dry = run(['upgrade', '--dry-run'])
  expect([dry.status, dry.stdout]).toEqual([
    0,
    expect.stringMatching(/^backup to .*\n1 migrations, in one transaction: /),
  ])
  expect(run(['migrate']).stdout).toMatch(/^Up /m)
  const none = run(['migrate', 'none'])
  expect([none.status, none.stderr]).toEqual([
    1,
    expect.stringMatching(/takes every table away, with all that its accounts \(1\)/),
  ])
  expect(run(['upgrade', '--dry-run']).stdout).toContain('no migrations to do')
  expect(run(['doctor', '--port', String(port)]).status).toBe(0)
})
