import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { createTestLayout } from '../testing/store.ts'
import { createTestWorkspace, type TestWorkspace } from '../testing/workspace.ts'
import type { Layout } from '../store/layout.ts'
import { readIndex } from '../store/release-index.ts'
import { packInto } from './packed.ts'
import { publish, type PublishOptions } from './publish.ts'

let workspace: TestWorkspace
let built: Layout
let options: PublishOptions
let folder: string

beforeAll(async () => {
  workspace = createTestWorkspace()
  built = createTestLayout()
  options = { root: workspace.root, development: false, ifChanged: false, parallel: 2, say: () => {} }
  const published = await publish(built, ['shell', 'station'], options)
  folder = mkdtempSync(join(tmpdir(), 'packed-'))
  for (const { name, release } of published) await packInto(folder, built, name, release)
  options.packed = folder
})
afterAll(() => {
  workspace.remove()
  rmSync(folder, { recursive: true })
})

/** All files below a folder with their bytes, except gzip variants, which another zlib may compress differently. */
const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.gz'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => [path.slice(root.length + 1), readFileSync(path).toString('base64')])

test('publishes a packed release elsewhere byte for byte, under an index of its own, and only once', async () => {
  const elsewhere = createTestLayout()
  const published = await publish(elsewhere, ['shell', 'station'], options)
  expect(published.map(({ outcome }) => outcome)).toEqual(['unpacked', 'unpacked'])
  for (const { name, release } of published) {
    const files = filesIn(elsewhere.release(name, release))
    expect(files).toEqual(filesIn(built.release(name, release)))
    expect(readdirSync(elsewhere.release(name, release)).filter((file) => file.endsWith('.gz'))).not.toEqual([])
  }
  const [here, there] = [await readIndex(built), await readIndex(elsewhere)]
  expect(there?.payload.remotes).toEqual(here?.payload.remotes)
  expect(there?.payload.shell).toEqual(here?.payload.shell)
  expect(readFileSync(join(elsewhere.root, 'index.json'), 'utf8')).not.toBe(readFileSync(join(built.root, 'index.json'), 'utf8')) // prettier-ignore
  const again = await publish(elsewhere, ['shell', 'station'], { ...options, ifChanged: true })
  expect(again.map(({ outcome }) => outcome)).toEqual(['kept', 'kept'])
})

test('a release packed with "small" unpacks to the same files', async () => {
  const small = mkdtempSync(join(tmpdir(), 'packed-small-'))
  const release = basename(stationFile(), '.tar.br').slice('station-'.length)
  const file = await packInto(small, built, 'station', release, { small: true })
  expect(statSync(file).size).toBeLessThan(statSync(stationFile()).size)
  const elsewhere = createTestLayout()
  await publish(elsewhere, ['shell'], options)
  await publish(elsewhere, ['station'], { ...options, packed: small })
  expect(filesIn(elsewhere.release('station', release))).toEqual(filesIn(built.release('station', release)))
  rmSync(small, { recursive: true })
})

const stationFile = () => join(folder, readdirSync(folder).find((file) => file.startsWith('station-')) ?? '')

test('refuses a packed release that is damaged or belies its name', async () => {
  const file = stationFile()
  const release = basename(file, '.tar.br').slice('station-'.length)
  const whole = readFileSync(file)
  const tar = brotliDecompressSync(whole)
  // Position of a served file's tar header: the file's bytes begin one block later.
  const at = tar.indexOf(Object.keys(JSON.parse(readFileSync(join(built.release('station', release), 'release.json'), 'utf8')).files)[0] ?? '') // prettier-ignore
  expect(at % 512).toBe(0)
  const refuses = async (content: Buffer, words: RegExp) => {
    writeFileSync(file, content)
    const elsewhere = createTestLayout()
    await expect(publish(elsewhere, ['station'], options)).rejects.toThrow(words)
    expect(await readIndex(elsewhere)).toBeUndefined()
  }
  await refuses(whole.subarray(0, whole.length / 2), /cannot be unpacked/)
  const other = Buffer.from(tar)
  other[at + 512 + 20] = (other[at + 512 + 20] ?? 0) ^ 1
  await refuses(brotliCompressSync(other), /not what the record of the release says/)
  writeFileSync(file, whole)
  const renamed = file.replace('station-0.1.0', 'station-0.2.0')
  renameSync(file, renamed)
  await expect(publish(createTestLayout(), ['station'], options)).rejects.toThrow(/holds station 0\.1\.0-/)
  renameSync(renamed, file)
  await expect(publish(createTestLayout(), ['device'], options)).rejects.toThrow(/no release of device lies packed/)
})
