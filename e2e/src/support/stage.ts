import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { IndexedRelease, Release, ReleaseIndexPayload, SignedReleaseIndex } from '@helioport/contract/release'
import { type FaultDoor, openFaultDoor } from './fault-door.ts'
import { portal } from './portal.ts'
import { releaseOn } from './release.ts'
import {
  type CloneOptions,
  cloneRelease,
  indexedRelease,
  readIndex,
  readRelease,
  signIndex,
  writeSigned,
} from './store.ts'
import { test as base } from './signed-in.ts'

const root = resolve(import.meta.dirname, '../../..')
const dayMs = 86_400_000

/** A release host of its own, on a copy of the portal's releases, behind a fault door. */
export interface Stage {
  store: string
  door: FaultDoor
  /** Absolute address of a hash route. */
  at: (path: string, query?: string) => string
  index: () => ReleaseIndexPayload
  /** The release of a part that the index points to. */
  current: (part: string) => Release
  /** Index entry of a release. */
  indexed: (release: Release) => IndexedRelease
  /** Clones a release: the same code under another identity. */
  clone: (from: Release, options: CloneOptions) => Release
  /** Points the index to releases of a part, in this order; everything else stays unchanged. */
  point: (part: string, ...releases: Release[]) => void
  /** Signs and writes the next index. */
  change: (change: (index: ReleaseIndexPayload) => ReleaseIndexPayload) => SignedReleaseIndex
  write: (signed: SignedReleaseIndex) => void
  /** Builds a part of a workspace and adds it to the store; the index keeps its releases. */
  build: (part: string, workspace: string) => Promise<Release>
  close: () => Promise<void>
}

/** Starts a release host in front of a service; `close` waits until its process has ended. */
export async function serveReleases(store: string, api: string): Promise<{ url: string; close: () => Promise<void> }> {
  const { child, url } = await serve(store, api)
  return {
    url,
    close: async () => {
      child.removeAllListeners('exit')
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
    },
  }
}

function serve(store: string, api: string): Promise<{ child: ChildProcess; url: string }> {
  const program = join(root, 'packages/release/src/server.ts')
  const args = [program, '--port=0', `--data=${store}`, `--api=${api}`]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  return new Promise((done, refuse) => {
    child.once('exit', (code) => refuse(new Error(`the release host ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /ready at (\S+)/.exec(line)?.[1]
      if (url) done({ child, url })
    })
  })
}

export async function openStage(): Promise<Stage> {
  const store = mkdtempSync(join(tmpdir(), 'helioport-stage-'))
  cpSync(portal().releases, store, { recursive: true })
  const host = await serveReleases(store, portal().url)
  const door = await openFaultDoor(host.url)

  const write = (signed: SignedReleaseIndex) => writeSigned(store, signed)
  function change(edit: (index: ReleaseIndexPayload) => ReleaseIndexPayload): SignedReleaseIndex {
    const before = readIndex(store)
    const now = Date.now()
    const notAfter = new Date(now + 30 * dayMs).toISOString()
    const after = edit({ ...before, createdAt: new Date(now).toISOString(), notAfter })
    const signed = signIndex(store, { ...after, serial: before.serial + 1 })
    write(signed)
    return signed
  }
  const current = (part: string) => {
    const [first] = readIndex(store).remotes[part] ?? []
    if (!first) throw new Error(`the index names no ${part}`)
    return readRelease(store, part, first.release)
  }

  return {
    store,
    door,
    write,
    change,
    current,
    at: (path, query = '') => `${door.url}/${query}#${path}`,
    index: () => readIndex(store),
    indexed: (release) => indexedRelease(store, release),
    clone: (from, options) => cloneRelease(store, from, options),
    point: (part, ...releases) =>
      void change((index) => ({
        ...index,
        remotes: { ...index.remotes, [part]: releases.map((release) => indexedRelease(store, release)) },
      })),
    async build(part, workspace) {
      const { remotes } = readIndex(store)
      const folder = join(store, 'r', part)
      const before = new Set(readdirSync(folder))
      // The gate may refuse a release that misbehaves on purpose; the store has it nevertheless.
      const failure = await releaseOn(store, 'publish', part, '--root', workspace).catch((error: unknown) => error)
      const built = readdirSync(folder).find((release) => !before.has(release))
      if (built === undefined) throw failure instanceof Error ? failure : new Error(`${part} was there already`)
      change((index) => ({ ...index, remotes }))
      return readRelease(store, part, built)
    },
    async close() {
      await Promise.all([host.close(), door.close()])
      rmSync(store, { recursive: true, force: true })
    },
  }
}

/** Tests with a stage of their own, one per file; faults and index are reset after each test. */
export const test = base.extend<{ stage: Stage }, { opened: Stage }>({
  opened: [
    async ({}, use) => {
      const stage = await openStage()
      await use(stage)
      await stage.close()
    },
    { scope: 'worker' },
  ],
  // Most of these tests make pages throw, so uncaught errors do not fail them.
  errors: async ({}, use) => use([]),
  stage: async ({ opened }, use) => {
    const before = opened.index()
    opened.door.beacons.length = 0
    opened.door.asked.length = 0
    await use(opened)
    opened.door.clear()
    opened.change(() => before)
  },
})

export { expect } from './signed-in.ts'
