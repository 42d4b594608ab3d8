import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '../../..')

export interface PortalUnderTest {
  url: string
  owner: { userName: string; password: string }
  operator: { userName: string; password: string }
  data: string
  /** Copy of the releases at the start of the tests; other tests may publish meanwhile. */
  releases: string
}

/** The portal under test; started once, see below. */
export function portal(): PortalUnderTest {
  const text = process.env['HELIOPORT_UNDER_TEST']
  if (!text) throw new Error('the portal under test has not been started')
  return JSON.parse(text) as PortalUnderTest
}

/**
 * Starts the whole portal like a new user, with empty data and three days of history; stops it afterwards.
 * HELIOPORT_TEST_RELEASES (a release store) supplies existing releases: unchanged parts are not built. With
 * HELIOPORT_UNDER_TEST (the JSON of PortalUnderTest, without `releases`) a running portal is used instead.
 */
export default async function startPortalUnderTest(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'helioport-e2e-'))
  // The database does not run as root and must be able to enter its folder.
  chmodSync(folder, 0o755)
  // Browser profiles and other leftovers of tests are removed with this folder.
  process.env['TMPDIR'] = join(folder, 'tmp')
  mkdirSync(process.env['TMPDIR'])
  const running = process.env['HELIOPORT_UNDER_TEST']
  const { under, stop } = running
    ? { under: JSON.parse(running) as Running, stop: async () => {} }
    : await start(join(folder, 'portal'))
  const releases = join(folder, 'releases')
  cpSync(join(under.data, 'releases'), releases, { recursive: true })
  process.env['HELIOPORT_UNDER_TEST'] = JSON.stringify({ ...under, releases } satisfies PortalUnderTest)
  return async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Running = Omit<PortalUnderTest, 'releases'>

async function start(data: string): Promise<{ under: Running; stop: () => Promise<void> }> {
  const releases = process.env['HELIOPORT_TEST_RELEASES']
  if (releases) cpSync(releases, join(data, 'releases'), { recursive: true })
  const args = [
    'packages/standalone/src/start.ts',
    `--data=${data}`,
    '--port=18080',
    '--history-days=3',
    '--allow-overrides',
    '--no-show',
  ]
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    // No order counts as large, so no test waits ten minutes for one that a single person placed.
    env: { ...process.env, LARGE_ORDER_PERCENT: '100' },
  })
  const found: Record<string, string> = {}
  await new Promise<void>((done, refuse) => {
    child.once('exit', (code) => refuse(new Error(`the portal ended with code ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      console.log(`  ${line}`)
      const url = /^Helioport is ready at (\S+)/.exec(line)?.[1]
      if (url) found['url'] = url
      const account = /^(owner|operator): (\S+) \/ (\S+)$/.exec(line)
      if (account) found[account[1] ?? ''] = JSON.stringify({ userName: account[2], password: account[3] })
      if (found['url'] && found['owner'] && found['operator']) done()
    })
  })
  const { url = '', owner = '', operator = '' } = found
  return {
    under: { url, owner: JSON.parse(owner), operator: JSON.parse(operator), data },
    stop: async () => {
      child.removeAllListeners('exit')
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
    },
  }
}
