import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { readAudit, verifyAudit } from '../store/audit.ts'
import { publishReleases, renewIndex } from '../store/change.ts'
import { type Layout, layoutOf } from '../store/layout.ts'
import { retainedReleases } from '../store/release-objects.ts'
import { readIndex, readRelease } from '../store/release-index.ts'
import { createTestLayout, layRelease, releaseOf } from '../testing/store.ts'
import { addTestKey } from '../testing/team.ts'
import { readTeams } from '../team/team-key.ts'
import { createHash } from 'node:crypto'
import type { Identity } from '../team/identity.ts'
import type { Findings } from './sandbox.ts'
import { createUploads } from './uploads.ts'

const now = new Date('2026-11-23T12:00:00Z')
const content = Buffer.from('an archive')
const release = releaseOf(2)
let template: Layout
let id: string

const identityOf = async (layout: Layout): Promise<Identity> => {
  const [key] = (await readTeams(layout)).keys
  if (key === undefined) throw new Error('there is no key')
  return { key, claims: { sha: null }, signed: undefined }
}

/** A store with a complete upload, and beside it the result of its examination. */
beforeAll(async () => {
  template = createTestLayout()
  for (const name of ['shell', 'station'])
    await publishReleases(template, [{ name, release: layRelease(template, name, 1) }], now)
  layRelease(template, 'station', 2)
  const { files } = await readRelease(template, 'station', release)
  cpSync(template.release('station', release), `${template.root}.examined`, { recursive: true })
  rmSync(template.release('station', release), { recursive: true })
  const hashes = Object.fromEntries(Object.entries(files).map(([file, { integrity }]) => [file, integrity]))
  writeFileSync(
    `${template.root}.findings`,
    JSON.stringify({ hashes, violations: [], newPrefixes: [], told: [] } satisfies Findings),
  )
  await addTestKey(template, 'http://127.0.0.1', {}, () => now.getTime())
  const sha256 = createHash('sha256').update(content).digest('hex')
  const statement = { part: 'station', release, sha256, bytes: content.length, source: { repository: null, commit: null, subject: null, dirty: null }, lockfile: sha256, builtAt: now.toISOString() } // prettier-ignore
  const uploads = createUploads(template, Date.now)
  const identity = await identityOf(template)
  ;({ id } = await uploads.begin(JSON.stringify(statement), identity))
  await uploads.append(id, 0, Readable.from([content]), identity)
})
afterAll(() => {
  for (const ending of ['', '.examined', '.findings']) rmSync(template.root + ending, { recursive: true })
})

/** Finishes the upload in a process that is killed at a step; returns whether it was killed. */
function killedAt(layout: Layout, step: number): boolean {
  for (const ending of ['', '.examined', '.findings']) cpSync(template.root + ending, layout.root + ending, { recursive: true }) // prettier-ignore
  const program = join(import.meta.dirname, '../testing/finish-upload.ts')
  const { signal, status, stderr } = spawnSync(process.execPath, [program, layout.root, id, String(step)], { encoding: 'utf8' }) // prettier-ignore
  if (signal === null && status !== 0) throw new Error(stderr)
  return signal === 'SIGKILL'
}

async function stateOf(layout: Layout) {
  const uploaded = (await readAudit(layout, Infinity)).filter(({ action }) => action === 'upload').map(({ to }) => to)
  return { stored: (await retainedReleases(layout, 'station')).has(release), uploaded }
}

/** All steps were tried on 2026-11-23; the test tries every fourth. */
const stride = 4

test('an upload killed at any step leaves both the release and its log line, or neither', async () => {
  const seen = new Set<string>()
  let step = 1
  for (; ; step += stride) {
    const layout = layoutOf(`${template.root}-${step}`)
    const wasKilled = killedAt(layout, step)
    // A decided change is completed by the next change, or by the host when it starts.
    await renewIndex(layout, now)
    const state = await stateOf(layout)
    expect([step, state]).toEqual([step, { stored: state.stored, uploaded: state.stored ? [release] : [] }])
    expect(await verifyAudit(layout)).toMatchObject({ brokenAt: null })
    expect((await readIndex(layout))?.payload.remotes['station']?.[0]?.release).toBe(releaseOf(1))
    seen.add(JSON.stringify(state))
    await finishAgain(layout)
    expect(await stateOf(layout)).toEqual({ stored: true, uploaded: [release] })
    expect(existsSync(layout.uploads) ? readdirSync(layout.uploads) : []).toEqual([])
    for (const ending of ['', '.examined', '.findings']) rmSync(layout.root + ending, { recursive: true })
    if (!wasKilled) break
  }
  expect(step).toBeGreaterThan(10)
  expect(seen.size).toBe(2)
})

/** Sends the same upload again, as a CI does after an error. */
async function finishAgain(layout: Layout): Promise<void> {
  const uploads = createUploads(layout, Date.now, async ({ output }) => {
    cpSync(`${layout.root}.examined`, output, { recursive: true })
    return JSON.parse(readFileSync(`${layout.root}.findings`, 'utf8')) as Findings
  })
  const identity = await identityOf(layout)
  await uploads.tidy()
  if (readdirSync(layout.uploads).length === 0) return
  await uploads.finish(id, identity)
}
