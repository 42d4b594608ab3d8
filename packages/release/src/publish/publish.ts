import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ReleasableName } from '@helioport/contract'
import { type ChangeOptions, publishReleases, type PublishTarget } from '../store/change.ts'
import { type Layout } from '../store/layout.ts'
import { readPointer } from '../store/pointer.ts'
import { pushRelease, retainedReleases } from '../store/release-objects.ts'
import { type Provenance, readProvenance } from '../store/provenance.ts'
import { readRelease } from '../store/release-index.ts'
import { madeText } from '../operator/provenance-text.ts'
import { gateViolations } from '../gate/gate.ts'
import { typeViolations } from '../gate/types/violations.ts'
import { libraryLines } from '../gate/libraries.ts'
import { liveOf } from '../gate/live.ts'
import type { Violation } from '../gate/violation.ts'
import { type BuildOptions, buildPart, identitiesOf, type SourceIdentity } from './build.ts'
import { madeFrom } from './made-from.ts'
import { packRelease } from './pack.ts'
import { identitiesOfPacked, unpackInto } from './packed.ts'

export interface PublishOptions extends BuildOptions, PublishTarget, Partial<ChangeOptions> {
  /** Skips parts whose sources are in use already, or were withdrawn or revoked by an operator. */
  ifChanged: boolean
  /** Folder of packed releases, which are taken instead of a build. */
  packed?: string | undefined
  /** Number of concurrent builds. */
  parallel: number
  say: (line: string) => void
}

export interface Published {
  name: ReleasableName
  release: string
  /** `kept`: not built, pointer untouched. `reused`: in the store already. */
  outcome: 'built' | 'unpacked' | 'reused' | 'kept'
  seconds: number
  /** Origin of the release; undefined if the part was kept. */
  made?: Provenance | undefined
}

/** Sources were edited during their build: the result has no identity. */
class SourcesMoved extends Error {}

/** The gate refuses the releases; the message says why. No pointer was changed. */
export class GateRefused extends Error {
  readonly violations: readonly Violation[]
  constructor(violations: readonly (Violation & { release: { name: string; release: string } })[]) {
    const lines = violations.map(({ code, message, release: { name, release } }) => `${name} ${release}: ${message} [${code}]`) // prettier-ignore
    super(`the gate refuses:\n${lines.join('\n')}`)
    this.violations = violations
  }
}

async function build(identity: SourceIdentity, output: string, options: PublishOptions): Promise<void> {
  await buildPart(identity.name, output, options)
  const release = await packRelease(output, {
    createdAt: new Date().toISOString(),
    made: await madeFrom(options.root, identity.files),
    development: options.development,
  })
  if (release.release !== identity.release)
    throw new SourcesMoved(`the sources of ${identity.name} change while it is built; publish it again`)
}

/** Identities of the present sources, or of the packed releases. */
const identities = (names: readonly ReleasableName[], options: PublishOptions) =>
  options.packed === undefined ? identitiesOf(names, options) : identitiesOfPacked(names, options.packed)

/** Adds a release to the store unless it is there. A stored release is never written again. */
async function store(
  layout: Layout,
  identity: SourceIdentity,
  options: PublishOptions,
): Promise<'built' | 'unpacked' | 'reused'> {
  const target = layout.release(identity.name, identity.release)
  if ((await retainedReleases(layout, identity.name)).has(identity.release)) return 'reused'
  const output = join(layout.temporary, `${identity.name}-${randomBytes(6).toString('hex')}`)
  await mkdir(layout.temporary, { recursive: true })
  try {
    if (options.packed === undefined) await build(identity, output, options)
    else await unpackInto(output, options.packed, identity)
    await mkdir(dirname(target), { recursive: true })
    await rename(output, target)
    if (layout.objects !== undefined) await pushRelease(layout.objects, layout, identity.name, identity.release)
    return options.packed === undefined ? 'built' : 'unpacked'
  } catch (error) {
    // A concurrent publish of the same sources was faster: its folder holds the same release.
    if (existsSync(join(target, 'release.json'))) return 'reused'
    throw error
  } finally {
    await rm(output, { recursive: true, force: true })
  }
}

/** Stores the release of the present sources; builds again if they were edited meanwhile, three times at most. */
async function storeSettled(layout: Layout, first: SourceIdentity, options: PublishOptions) {
  for (let identity = first, tries = 1; ; tries += 1) {
    try {
      return { identity, outcome: await store(layout, identity, options) }
    } catch (error) {
      const [now] = await identities([identity.name], options)
      if (!(error instanceof SourcesMoved) || now === undefined || tries === 3) throw error
      identity = now
    }
  }
}

/** Whether these sources are in use already, or were withdrawn or revoked: `ifChanged` then skips the part. */
async function isSettled(layout: Layout, { name, hash }: SourceIdentity): Promise<boolean> {
  const pointer = await readPointer(layout, name)
  const ofSources = (release: string) => release.endsWith(`-${hash}`)
  return (
    pointer !== undefined &&
    [pointer.current, pointer.canary?.release ?? '', ...pointer.withdrawn, ...pointer.revoked].some(ofSources)
  )
}

async function inParallel<T>(jobs: readonly (() => Promise<T>)[], width: number): Promise<T[]> {
  const results: T[] = []
  const waiting = [...jobs.entries()]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results[next[0]] = await next[1]()
  }
  await Promise.all(Array.from({ length: Math.min(width, jobs.length) }, worker))
  return results
}

async function checkGate(
  layout: Layout,
  published: readonly Published[],
  { development, say }: PublishOptions,
): Promise<void> {
  const releases = await Promise.all(published.map(({ name, release }) => readRelease(layout, name, release)))
  const violations = await gateViolations(layout, releases, development)
  if (violations.length === 0 && !development)
    violations.push(...(await typeViolations(layout, releases, (line) => say(`  ${line}`))))
  if (violations.length > 0) throw new GateRefused(violations)
  const { shell } = await liveOf(layout, releases)
  for (const release of development ? [] : releases)
    for (const line of await libraryLines(layout, release, shell)) say(`  ${release.name}: ${line}`)
}

/**
 * Builds or unpacks parts, checks them, and points browsers to them in one change of the index.
 * @throws Error with the bundler's output, GateRefused; no pointer was changed then
 */
export async function publish(
  layout: Layout,
  names: readonly ReleasableName[],
  options: PublishOptions,
): Promise<Published[]> {
  const found = await identities(names, options)
  const results = await inParallel(
    found.map((first) => async (): Promise<Published> => {
      const { name } = first
      if (options.ifChanged && (await isSettled(layout, first))) {
        const current = (await readPointer(layout, name))?.current ?? first.release
        return { name, release: current, outcome: 'kept', seconds: 0 }
      }
      const started = performance.now()
      const { identity, outcome } = await storeSettled(layout, first, options)
      const seconds = (performance.now() - started) / 1000
      options.say(`${name} ${identity.release} ${outcome} in ${seconds.toFixed(1)} s`)
      const made = await readProvenance(layout, name, identity.release)
      if (made !== undefined) options.say(`  made from ${madeText(made)}`)
      return { name, release: identity.release, outcome, seconds, made }
    }),
    options.parallel,
  )
  const fresh = results.filter(({ outcome }) => outcome !== 'kept')
  await checkGate(layout, fresh, options)
  if (fresh.length > 0) await publishReleases(layout, fresh, new Date(), options)
  return results
}
