import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'playwright/test'

const root = resolve(import.meta.dirname, '../../..')

export interface PortalUnderTest {
  url: string
  owner: { userName: string; password: string }
  operator: { userName: string; password: string }
  data: string
  /** The releases as they were when the tests began: others may be releasing by now. */
  releases: string
}

/** Tests of actions have a portal of their own: what they add, set and release is not to be seen by those of pages. */
const variables = { pages: 'HELIOPORT_UNDER_TEST', actions: 'HELIOPORT_UNDER_TEST_ACTIONS' } as const
type Group = keyof typeof variables

/** The portal that the running test is to use; set up once, see below. A benchmark runs outside of all tests. */
export function portal(): PortalUnderTest {
  const isAction = process.env['TEST_WORKER_INDEX'] !== undefined && test.info().project.name === 'actions'
  const text = process.env[variables[isAction ? 'actions' : 'pages']]
  if (!text) throw new Error('the portal under test has not been started')
  return JSON.parse(text) as PortalUnderTest
}

/**
 * Starts the whole portal as a stranger would, with empty data and three days of history; stops it afterwards. A second
 * one, with the same releases, where tests of actions are to run.
 * With HELIOPORT_TEST_RELEASES (a release store) it has its releases already: what did not change is not built.
 * With HELIOPORT_UNDER_TEST in the environment (the JSON of PortalUnderTest, without `releases`) a running portal is
 * used instead, by all tests.
 */
export default async function startPortalsUnderTest(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'helioport-e2e-'))
  // The database does not run as root and has to reach its folder.
  chmodSync(folder, 0o755)
  // Profiles of browsers and what a test leaves behind go with the rest.
  process.env['TMPDIR'] = join(folder, 'tmp')
  mkdirSync(process.env['TMPDIR'])
  const running = process.env[variables.pages]
  const first = running
    ? { under: JSON.parse(running) as Running, stop: async () => {} }
    : await start(join(folder, 'pages'), 18_080, process.env['HELIOPORT_TEST_RELEASES'])
  const releases = join(folder, 'releases')
  cpSync(join(first.under.data, 'releases'), releases, { recursive: true })
  const use = (group: Group, { under }: Started) => {
    process.env[variables[group]] = JSON.stringify({ ...under, releases } satisfies PortalUnderTest)
  }
  use('pages', first)
  const second = running || !isAsked('actions') ? first : await start(join(folder, 'actions'), 18_081, releases)
  use('actions', second)
  return async () => {
    await Promise.all([...new Set([first, second])].map(({ stop }) => stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether a test of this folder is among those that the command names. */
function isAsked(group: Group): boolean {
  const names = process.argv
    .slice(process.argv.indexOf('test') + 1)
    .filter((word) => /^[\w/]*[a-z][\w/.-]*$/.test(word))
  const specs = readdirSync(resolve(import.meta.dirname, '..', group)).map((file) => `src/${group}/${file}`)
  const filters = names.filter((name) => name !== 'e2e')
  return filters.length === 0 || filters.some((name) => specs.some((spec) => spec.includes(name)))
}

type Running = Omit<PortalUnderTest, 'releases'>

interface Started {
  under: Running
  stop: () => Promise<void>
}

async function start(data: string, port: number, releases?: string): Promise<Started> {
  if (releases) cpSync(releases, join(data, 'releases'), { recursive: true })
  const args = [
    'packages/standalone/src/start.ts',
    `--data=${data}`,
    `--port=${port}`,
    '--history-days=3',
    '--allow-overrides',
    '--no-show',
  ]
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    // No test waits ten minutes for what one person alone has set.
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
