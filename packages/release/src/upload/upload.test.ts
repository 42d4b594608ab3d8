import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { askHost, type Credentials, HostRefuses, packArchive, sendRelease, type Upload } from '@helioport/remote-kit'
import { publish } from '../publish/publish.ts'
import { createReleaseHost } from '../server/app.ts'
import { readAudit, verifyAudit } from '../store/audit.ts'
import type { Layout } from '../store/layout.ts'
import { readPointer } from '../store/pointer.ts'
import { readProvenance } from '../store/provenance.ts'
import { retainedReleases } from '../store/release-objects.ts'
import { readRelease } from '../store/release-index.ts'
import { createTestLayout, layRelease } from '../testing/store.ts'
import { addTestKey, buildFiles, uploadOf } from '../testing/team.ts'
import { createTestWorkspace, type TestWorkspace } from '../testing/workspace.ts'
import { BadArchive, readArchive } from './archive.ts'
import { boundsOfMachine } from './bounded.ts'
import { boundedCommand, examineArchive } from './sandbox.ts'
import type { Identity } from '../team/identity.ts'
import type { TeamKey } from '../team/team-key.ts'
import { readStatement } from './statement.ts'
import { readAttestation } from './uploads.ts'

let workspace: TestWorkspace
let layout: Layout
let app: FastifyInstance
let url: string
let station: Credentials
let built: Awaited<ReturnType<typeof buildFiles>>
let upload: Upload

beforeAll(async () => {
  workspace = createTestWorkspace()
  layout = createTestLayout()
  const options = { root: workspace.root, development: false, ifChanged: false, parallel: 2, say: () => {} }
  await publish(layout, ['shell', 'station'], options)
  workspace.write('mfe-station/src/list.module.css', '.list { color: green; }\n')
  built = await buildFiles(workspace.root, 'station')
  upload = await uploadOf(built)
  app = await createReleaseHost({ data: layout.root, api: 'http://127.0.0.1:9', logLevel: 'silent' })
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  station = await addTestKey(layout, url)
})
afterAll(async () => {
  await app.close()
  workspace.remove()
  rmSync(layout.root, { recursive: true })
})

const left = () => (existsSync(layout.uploads) ? readdirSync(layout.uploads) : [])
const uploads = async () => (await readAudit(layout, Infinity)).filter(({ action }) => action === 'upload')
/** Refusal of an upload: status and message. */
const refusal = (given: Upload, credentials = station) =>
  sendRelease(url, credentials, given, { tries: 1 }).then(
    () => 'taken',
    (error: unknown) => (error instanceof HostRefuses ? `${error.status} ${error.message}` : String(error)),
  )
/** The same build with other files, under the same name. */
const changed = (files: Record<string, string>) =>
  uploadOf({ ...built, files: new Map([...built.files, ...Object.entries(files).map(([file, text]): [string, Buffer] => [file, Buffer.from(text)])]) }) // prettier-ignore

test('an upload that the gate refuses or that belies its statement is not stored and leaves no files', async () => {
  const list = [...built.files.keys()].find((file) => file.endsWith('.css')) ?? ''
  expect(await refusal(await changed({ [list]: 'button { display: none }' }))).toMatch(
    /^422 the gate refuses: .*\[global-css\]/,
  )
  expect(await refusal(await uploadOf(built, { release: '0.1.0-0123456789ab' }))).toMatch(/^422 it is station .*, not station 0\.1\.0-0123456789ab$/) // prettier-ignore
  expect(await refusal(await uploadOf(built, { part: 'device' }))).toBe('403 station-ci may not upload device')
  const others = JSON.parse(built.files.get('build.json')?.toString() ?? '') as { manifest: object }
  const moved = JSON.stringify({ ...others, manifest: { ...others.manifest, prefixes: ['/station', '/mine'] } })
  expect(await refusal(await changed({ 'build.json': moved }))).toBe('422 station-ci may not take /mine for station')
  for (const text of ['null', '{', '[1]'])
    expect(await refusal(await changed({ 'build.json': text }))).toBe('422 build.json is not what a build writes')
  expect(await refusal(await uploadOf(built, { archive: Buffer.from('no archive') }))).toMatch(/^422 it cannot be unpacked/) // prettier-ignore
  expect(await refusal(await uploadOf(built, { archive: Buffer.alloc(51 * 1024 * 1024) }))).toBe('422 the statement does not fit') // prettier-ignore
  const { token } = station
  expect(await refusal(upload, { token, sign: async (text) => text })).toBe('422 the statement is not signed with the key that sends it') // prettier-ignore
  expect(left()).toEqual([])
  expect([...(await retainedReleases(layout, 'station'))]).toHaveLength(1)
  expect(await uploads()).toEqual([])
})

test('a build sent in pieces resumes after a cut, is examined and stored, and does not become current', async () => {
  const before = await readPointer(layout, 'station')
  const piece = Math.ceil(upload.archive.length / 3)
  const states: string[] = []
  const cut = new Error('the connection broke')
  // The first run breaks off after the second piece.
  const first = sendRelease(url, station, upload, { piece, tries: 1, say: (line) => void (states.push(line), states.length === 2 && raise(cut)) }) // prettier-ignore
  await expect(first).rejects.toBe(cut)
  const [id = ''] = left()
  expect(await askHost(url, `/releases/uploads/${id}`, station)).toMatchObject({ offset: 2 * piece, isStored: false })
  const wrong = { method: 'PATCH', body: Buffer.from('x'), headers: { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' } } // prettier-ignore
  await expect(askHost(url, `/releases/uploads/${id}`, station, wrong)).rejects.toMatchObject({ status: 409 })
  for (const offset of ['', '-1', '1e3', '0x0', `${2 * piece}.0`]) {
    const strange = { ...wrong, headers: { ...wrong.headers, 'upload-offset': offset } }
    await expect(askHost(url, `/releases/uploads/${id}`, station, strange)).rejects.toMatchObject({ status: 400 })
  }
  const stored = await sendRelease(url, station, upload, { piece, tries: 1, say: (line) => void states.push(line) })
  expect(stored).toMatchObject({
    part: 'station',
    release: built.release,
    outcome: 'stored',
    examined: boundsOfMachine(),
  })
  expect(states).toHaveLength(3)

  expect(await readPointer(layout, 'station')).toEqual(before)
  const record = await readRelease(layout, 'station', built.release)
  expect(record).toMatchObject({ name: 'station', release: built.release, gitSha: 'c'.repeat(40) })
  expect(existsSync(join(layout.release('station', built.release), `${record.entry}.br`))).toBe(true)
  expect(await readProvenance(layout, 'station', built.release)).toMatchObject({ subject: 'A list', dirty: [] })
  expect((await readAttestation(layout, 'station', built.release))?.by).toBe('station-ci')
  expect(await uploads()).toMatchObject([{ name: 'station', to: built.release, by: 'station-ci', reason: expect.stringContaining('https://git.example/station at cccccccccccc') }]) // prettier-ignore
  expect(await verifyAudit(layout)).toMatchObject({ brokenAt: null })
  expect(left()).toEqual([])
})

function raise(error: Error): never {
  throw error
}

test('repeating an upload gives one release; other bytes under its name are refused', async () => {
  expect(await sendRelease(url, station, upload)).toMatchObject({ outcome: 'reused' })
  expect(await uploads()).toHaveLength(1)
  const list = [...built.files.keys()].find((file) => file.endsWith('.css')) ?? ''
  const text = built.files.get(list)?.toString() ?? ''
  expect(await refusal(await changed({ [list]: `${text}/* */` }))).toMatch(/^422 .*lies in the store with other bytes/)
})

test('of two concurrent uploads of a release with different bytes one is stored, the other refused', async () => {
  const second = await addTestKey(layout, url, { name: 'second-ci' })
  workspace.write('mfe-station/src/list.module.css', '.list { color: blue; }\n')
  built = await buildFiles(workspace.root, 'station')
  const list = [...built.files.keys()].find((file) => file.endsWith('.css')) ?? ''
  const [first, other] = [await uploadOf(built), await changed({ [list]: `${built.files.get(list)?.toString()}/* */` })]
  const said = await Promise.all([refusal(first), refusal(other, second)])
  expect(said.toSorted()).toEqual([expect.stringMatching(/^422 .*lies in the store with other bytes/), 'taken'])
})

test('removes control characters from texts that operators see', async () => {
  const subject = 'A list\u001b[2J\u202e'
  const source = { ...upload.source, subject, recent: [{ commit: 'd'.repeat(40), subject }], dirty: ['a\nb'] }
  workspace.write('mfe-station/src/list.module.css', '.list { color: black; }\n')
  const sent = await uploadOf(await buildFiles(workspace.root, 'station'), { source })
  expect(await refusal(sent)).toBe('taken')
  const shown = { subject: 'A list\ufffd[2J\ufffd', dirty: ['a\ufffdb'] }
  expect(await readProvenance(layout, 'station', sent.release)).toMatchObject(shown)
})

test('a key has at most four open uploads, even when it begins many at once', async () => {
  const fresh = await addTestKey(layout, url, { name: 'many-ci' })
  const said = await Promise.all(
    Array.from({ length: 40 }, async (_, i) => {
      const statement = { ...(await statementOf()), release: built.release, sha256: i.toString(16).padStart(64, '0') }
      const asked = { method: 'POST', body: { statement: await fresh.sign(JSON.stringify(statement)) } }
      return askHost(url, '/releases/uploads', fresh, asked).then(() => 'begun', (error: Error) => error.message) // prettier-ignore
    }),
  )
  const begun = said.filter((one) => one === 'begun')
  expect([begun.length, new Set(said).size]).toEqual([4, 2])
  expect(said).toContain('many-ci has 4 uploads that are not finished')
})

test('limits the releases that were never current', async () => {
  for (let i = 0; i < 40; i += 1) layRelease(layout, 'station', 300 + i)
  const before = left()
  expect(await refusal(await uploadOf(built, { release: '0.1.0-0123456789ab' }))).toMatch(/^422 station has 4\d releases that nobody was given/) // prettier-ignore
  expect(left()).toEqual(before)
})

test('refuses requests without a token, and access to another key’s upload', async () => {
  const post = (authorization?: string) => fetch(`${url}/releases/uploads`, { method: 'POST', headers: { 'content-type': 'application/json', ...(authorization && { authorization }) }, body: '{"statement":"x"}' }) // prettier-ignore
  expect((await post()).status).toBe(401)
  expect((await post(`Bearer ${readFileSync(join(layout.keys, 'operator-key'), 'utf8').trim()}`)).status).toBe(401)
  const other = await addTestKey(layout, url, { name: 'other-ci' })
  const state = await askHost<{ id: string }>(url, '/releases/uploads', station, { method: 'POST', body: { statement: await station.sign(JSON.stringify(await statementOf())) } }) // prettier-ignore
  await expect(askHost(url, `/releases/uploads/${state.id}`, other)).rejects.toMatchObject({ status: 422 })
  for (const id of ['..%2f..%2fkeys', 'x'.repeat(32), state.id.toUpperCase()])
    await expect(askHost(url, `/releases/uploads/${id}`, station)).rejects.toBeInstanceOf(HostRefuses)
})

async function statementOf() {
  return { part: 'station', release: built.release, sha256: 'a'.repeat(64), bytes: 10, source: upload.source, lockfile: 'b'.repeat(64), builtAt: upload.builtAt } // prettier-ignore
}

test('an issuer’s token must match the commit and repository of the statement', async () => {
  const sha = 'c'.repeat(40)
  const said = async (claims: Identity['claims'], source: object = {}) =>
    readStatement(JSON.stringify({ ...(await statementOf()), source: { ...upload.source, ...source } }), { key: {} as TeamKey, claims, signed: undefined }).then(() => 'fits', (error: Error) => error.message) // prettier-ignore
  const other = 'the token is for another repository than the statement'
  for (const name of ['repository', 'project_path']) {
    const claims = { sha, [name]: 'Org/Station' }
    for (const repository of [
      'https://git.example/org/station.git',
      'git@git.example:org/station',
      'https://git.example/a/org/station/',
      null,
    ])
      // prettier-ignore
      expect([repository, await said(claims, { repository })]).toEqual([repository, 'fits'])
    for (const repository of [
      'https://git.example/org/other',
      'https://git.example/my-org/station',
      'https://git.example/?a=org/station.git#',
    ])
      expect([repository, await said(claims, { repository })]).toEqual([repository, other])
  }
  expect(await said({ sha: 'd'.repeat(40) })).toBe('the token is for another commit than the statement')
  expect(await said({}, { commit: null })).toBe('the token is for another commit than the statement')
})

test('an archive may contain only plain files with safe, distinct names', async () => {
  const one = (path: string) => packArchive(new Map([[path, Buffer.from('1')]]))
  expect([...(await readArchive(await one('a/b.js'))).keys()]).toEqual(['a/b.js'])
  for (const path of ['../a.js', '/a.js', 'a//b.js', 'a/../b.js', '.hidden', 'a\\b', 'a\nb', ''])
    await expect(readArchive(await one(path))).rejects.toBeInstanceOf(BadArchive)
  for (const path of ['release.json', 'types.json', 'provenance.json', 'attestation.json', 'a.js.br', 'a/b.js.GZ'])
    await expect(readArchive(await one(path))).rejects.toThrow('a name that the host gives')
  for (const second of ['A.js', 'a.js/b.js']) {
    const twice = [['a.js', second], [second, 'a.js']].map((paths) => packArchive(new Map(paths.map((path) => [path, Buffer.from(path)])))) // prettier-ignore
    for (const archive of twice) await expect(readArchive(await archive)).rejects.toThrow('twice')
  }
  const bomb = packArchive(new Map([['a.js', Buffer.alloc(1024 * 1024)]]))
  await expect(readArchive(await bomb, 1024 * 1024)).rejects.toThrow('cannot be unpacked')
})

test('the process that unpacks an archive has no network, no key and no other program', () => {
  const script = `
    const tell = (name) => (error) => console.log(name, error?.code ?? 'done')
    const { connect } = require('node:net'), { readFile, writeFile } = require('node:fs')
    connect(${new URL(url).port}, '127.0.0.1', function () { tell('network')(); this.destroy() }).on('error', tell('network'))
    readFile('${join(layout.keys, 'operator-key')}', tell('key'))
    readFile('${layout.index}', tell('index'))
    writeFile('${join(layout.root, 'mine')}', 'x', tell('write'))
    try { require('node:child_process').spawnSync('true'); tell('program')() } catch (error) { tell('program')(error) }`
  const [command, args] = boundedCommand([layout.index], [], ['-e', script])
  const said = spawnSync(command, args, { encoding: 'utf8' }).stdout.trim().split('\n').toSorted()
  const network = boundsOfMachine().network === 'none' ? /^network E\w+$/ : /^network/
  expect(said).toEqual(['index done', 'key ERR_ACCESS_DENIED', expect.stringMatching(network), 'program ERR_ACCESS_DENIED', 'write ERR_ACCESS_DENIED']) // prettier-ignore
})

test('stops the process that unpacks an archive beyond its time or memory', async () => {
  const task = { data: join(layout.root, 'data'), output: layout.root, root: layout.root, statement: await statementOf(), now: upload.builtAt } // prettier-ignore
  expect(await examineArchive(task, { seconds: 0.001, memoryBytes: Infinity })).toEqual({ refused: 'examining it takes longer than 0.001 s' }) // prettier-ignore
  expect(await examineArchive(task, { seconds: 60, memoryBytes: 1_048_576 })).toEqual({ refused: 'examining it takes more than 1 MB of memory' }) // prettier-ignore
})
