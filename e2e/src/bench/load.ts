/**
 * `npm run bench:load`: the portal against the same sources as a single bundle, both served by the same release host,
 * visited in turn. Prints ratios (portal / single bundle); `--runs N` visits each N times per network (default 5).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import startPortalUnderTest, { portal } from '../support/portal.ts'
import { apiOf } from '../support/signed-in.ts'
import { workspaceWithCopyOf } from '../support/workspace.ts'
import { runsAsked } from './runs.ts'
import { launch, type Profile, profiles, type Visit, visit } from './visit.ts'

const root = resolve(import.meta.dirname, '../../..')
const runs = runsAsked(5)
const children: ChildProcess[] = []

const program = (path: string) => join(root, 'packages/release/src', path)

function runToEnd(args: string[]): Promise<void> {
  return new Promise((done, refuse) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
    child.on('close', (code) => (code === 0 ? done() : refuse(new Error(`${args.join(' ')} ended with ${code}`))))
  })
}

/** Serves a store of releases beside the portal; its service is the portal's. */
function serve(store: string, port: number): Promise<string> {
  const args = [program('server.ts'), `--port=${port}`, `--data=${store}`, `--api=${portal().url}`]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return new Promise((done, refuse) => {
    child.once('exit', (code) => refuse(new Error(`the release host ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /ready at (\S+)/.exec(line)?.[1]
      if (url) done(url)
    })
  })
}

const singleBundleConfig = `import { defineSingleBundleConfig } from '@helioport/federation/build'
export default defineSingleBundleConfig(import.meta.url)
`

async function publishSingleBundle(store: string): Promise<void> {
  const workspace = workspaceWithCopyOf('shell')
  try {
    writeFileSync(join(workspace, 'shell/rspack.config.ts'), singleBundleConfig)
    await runToEnd([program('cli.ts'), 'publish', 'shell', '--root', workspace, '--data', store, '--init'])
  } finally {
    rmSync(workspace, { recursive: true, force: true })
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

function report(profile: Profile, federated: Visit[], single: Visit[]): void {
  const row = (name: string, unit: string, of: (one: Visit) => number, digits = 0) => {
    const [a, b] = [median(federated.map(of)), median(single.map(of))]
    const pairs = federated.map((one, i) => of(one) / of(single[i] ?? one))
    console.log(
      `${profile.padEnd(10)} ${name.padEnd(24)} portal ${a.toFixed(digits).padStart(7)} ${unit.padEnd(2)}  ` +
        `single ${b.toFixed(digits).padStart(7)} ${unit.padEnd(2)}  ratio ${median(pairs).toFixed(2)}`,
    )
  }
  row('bytes to the station list', 'KB', ({ bytes }) => bytes / 1024, 1)
  row('time to the station list', 'ms', ({ listMs }) => listMs)
  row('time into a second remote', 'ms', ({ secondMs }) => secondMs)
}

const stopPortal = await startPortalUnderTest()
const store = mkdtempSync(join(tmpdir(), 'helioport-single-'))
try {
  await publishSingleBundle(store)
  const federatedUrl = await serve(join(portal().data, 'releases'), 18_090)
  const singleUrl = await serve(store, 18_091)
  const api = await apiOf(portal().owner)
  const storage = await api.storageState()
  await api.dispose()
  const browser = await launch()
  for (const profile of Object.keys(profiles) as Profile[]) {
    const federated: Visit[] = []
    const single: Visit[] = []
    for (let run = 0; run <= runs; run += 1) {
      const [first, second] = [
        await visit(browser, federatedUrl, storage, profile),
        await visit(browser, singleUrl, storage, profile),
      ]
      // The first of each warms the servers and is not counted.
      if (run > 0) {
        federated.push(first)
        single.push(second)
      }
    }
    report(profile, federated, single)
  }
  await browser.close()
} finally {
  for (const child of children) {
    child.removeAllListeners('exit')
    child.kill('SIGTERM')
  }
  await stopPortal()
  rmSync(store, { recursive: true, force: true })
}
