import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { pageOfPath, preloadFilesOf } from '@helioport/contract'
import { createTestLayout, goBack } from '../testing/store.ts'
import { createTestWorkspace, type TestWorkspace } from '../testing/workspace.ts'
import type { Layout } from '../store/layout.ts'
import { readIndex, readRelease } from '../store/release-index.ts'
import { GateRefused, publish, type PublishOptions } from './publish.ts'

let workspace: TestWorkspace
let layout: Layout
let options: PublishOptions

/** Hashes of the store's files by path. */
function bytesOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')]
    }),
  )
}

const current = async (name: string) => {
  const payload = (await readIndex(layout))?.payload
  const release = name === 'shell' ? payload?.shell : payload?.remotes[name]?.[0]
  if (release === undefined || release === null) throw new Error(`${name} is not in the index`)
  return release
}

beforeAll(async () => {
  workspace = createTestWorkspace()
  layout = createTestLayout()
  options = { root: workspace.root, development: false, ifChanged: false, parallel: 2, say: () => {} }
  await publish(layout, ['shell', 'station', 'device'], options)
})
afterAll(() => workspace.remove())

test('a release records hash, size and compressed size of each file; its record is compressed as well', async () => {
  for (const name of ['shell', 'station']) {
    const { release } = await current(name)
    const record = await readRelease(layout, name, release)
    const folder = layout.release(name, release)
    for (const [file, { integrity, bytes, brotliBytes }] of Object.entries(record.files)) {
      const content = readFileSync(join(folder, file))
      const small = readFileSync(join(folder, `${file}.br`))
      expect(integrity).toBe(`sha256-${createHash('sha256').update(content).digest('base64')}`)
      expect([bytes, brotliBytes]).toEqual([content.length, small.length])
      expect(brotliDecompressSync(small)).toEqual(content)
    }
    const told = readFileSync(join(folder, 'release.json'))
    expect(brotliDecompressSync(readFileSync(join(folder, 'release.json.br')))).toEqual(told)
    expect(Object.keys(record.files).some((file) => file.endsWith('.map'))).toBe(false)
    expect(record.scope).toMatch(new RegExp(`^${name}_0_1_0_[0-9a-f]{12}$`))
  }
})

test('finds the files of a page in the bundle: code, style, texts and shared modules', async () => {
  const { payload } = (await readIndex(layout)) ?? {}
  if (payload === undefined) throw new Error('there is no index')
  const shell = await readRelease(layout, 'shell', payload.shell?.release ?? '')
  const station = await readRelease(layout, 'station', (await current('station')).release)
  const filesOf = (path: string) =>
    preloadFilesOf(shell, 'zh-CN', station, pageOfPath([station], path, true)?.page).map(({ href }) => href)
  expect(station.preload.shares['list']).toContain('@helioport/ui/table')
  expect(station.preload.shares['detail']).not.toContain('@helioport/ui/table')

  const files = filesOf('/station')
  const contents = files.map((href) => readFileSync(join(layout.root, href), 'utf8'))
  const holding = (text: string) => contents.filter((content) => content.includes(text)).length
  expect(files.filter((href) => href.endsWith('.css'))).toHaveLength(1)
  expect(holding('station zh-CN')).toBe(1)
  expect(holding('station en-US')).toBe(0)
  expect(holding('station detail')).toBe(0)
  expect(holding('"table"')).toBe(1)
  expect(holding('你好')).toBe(1)

  const detail = filesOf('/station/detail/7').map((href) => readFileSync(join(layout.root, href), 'utf8'))
  expect(detail.some((content) => content.includes('station detail'))).toBe(true)
  // Tables lie beside what every page loads.
  expect(detail.some((content) => content.includes('"table"'))).toBe(true)
})

test('a remote does not compile in modules that the shell shares', async () => {
  const { release } = await current('station')
  const record = await readRelease(layout, 'station', release)
  const files = Object.entries(record.files).map(([file, { brotliBytes }]) => ({
    code: readFileSync(join(layout.release('station', release), file), 'utf8'),
    brotliBytes,
  }))
  expect(files.some(({ code }) => code.includes('react.transitional.element'))).toBe(false)
  // A calendar for browsers without `Temporal`: other browsers do not load this file.
  const own = files.filter(({ code }) => !code.includes('PlainYearMonth'))
  expect(files.length - own.length).toBe(1)
  const bytes = own.reduce((sum, { brotliBytes }) => sum + brotliBytes, 0)
  expect(bytes).toBeLessThan(20_000)
})

test('publishing unchanged sources builds and changes nothing', async () => {
  const before = bytesOf(layout.root)
  const results = await publish(layout, ['shell', 'station', 'device'], { ...options, ifChanged: true })
  expect(results.map(({ outcome }) => outcome)).toEqual(['kept', 'kept', 'kept'])
  expect(bytesOf(layout.root)).toEqual(before)
})

test('publishing a remote leaves all other parts unchanged, and a rollback restores the former release', async () => {
  const before = bytesOf(join(layout.root, 'r'))
  const [shell, device, station] = [await current('shell'), await current('device'), await current('station')]
  workspace.write('mfe-station/src/detail.tsx', 'export default function Detail() { return <p>station changed</p> }\n')
  const [result] = await publish(layout, ['station'], options)

  const after = bytesOf(join(layout.root, 'r'))
  for (const [file, hash] of before) expect([file, after.get(file)]).toEqual([file, hash])
  const added = [...after.keys()].filter((file) => !before.has(file))
  expect(added.length).toBeGreaterThan(0)
  expect(added.every((file) => file.startsWith(`station/${result?.release}/`))).toBe(true)
  expect(await current('shell')).toEqual(shell)
  expect(await current('device')).toEqual(device)
  expect((await current('station')).release).toBe(result?.release)

  await goBack(layout, 'station', new Date())
  expect((await current('station')).release).toBe(station.release)

  // The operator's decision holds over a restart; an explicit publish overrides it.
  const [kept] = await publish(layout, ['station'], { ...options, ifChanged: true })
  expect(kept).toMatchObject({ outcome: 'kept', release: station.release })
  const [again] = await publish(layout, ['station'], options)
  expect(again).toMatchObject({ outcome: 'reused', release: result?.release })
  expect((await current('station')).release).toBe(result?.release)
})

test('publishing reverted sources makes the earlier release current again', async () => {
  const file = 'mfe-station/src/detail.tsx'
  const before = await current('station')
  const source = readFileSync(join(workspace.root, file), 'utf8')
  workspace.write(file, source.replace('station', 'station for a day'))
  await publish(layout, ['station'], options)
  expect((await current('station')).release).not.toBe(before.release)
  workspace.write(file, source)
  const [back] = await publish(layout, ['station'], { ...options, ifChanged: true })
  expect(back).toMatchObject({ outcome: 'reused', release: before.release })
  expect((await current('station')).release).toBe(before.release)
})

test('concurrent publishes of the same sources give one complete release', async () => {
  workspace.write('mfe-device/src/detail.tsx', 'export default function Detail() { return <p>device changed</p> }\n')
  const [[a], [b]] = await Promise.all([publish(layout, ['device'], options), publish(layout, ['device'], options)])
  expect(a?.release).toBe(b?.release)
  const record = await readRelease(layout, 'device', a?.release ?? '')
  for (const [file, { integrity }] of Object.entries(record.files)) {
    const content = readFileSync(join(layout.release('device', record.release), file))
    expect(`sha256-${createHash('sha256').update(content).digest('base64')}`).toBe(integrity)
  }
  expect(readdirSync(layout.temporary)).toEqual([])
})

test('publishes under a given version', async () => {
  const [result] = await publish(layout, ['station'], { ...options, version: '7.1.2' })
  expect(result?.release).toMatch(/^7\.1\.2-[0-9a-f]{12}$/)
  expect(await current('station')).toMatchObject({ release: result?.release })
})

test('a build that fails or is refused leaves the index unchanged', async () => {
  const before = await readIndex(layout)
  const sound = readFileSync(join(workspace.root, 'mfe-device/remote.json'), 'utf8')

  workspace.write('mfe-device/src/detail.tsx', 'export default function Detail() { return <p> }\n')
  await expect(publish(layout, ['device'], options)).rejects.toThrow('device does not build')
  workspace.write('mfe-device/src/detail.tsx', 'export default function Detail() { return <p>sound</p> }\n')

  workspace.write('mfe-device/remote.json', sound.replace('"detail"', '"absent"'))
  await expect(publish(layout, ['device'], options)).rejects.toThrow('absent')

  workspace.write('mfe-device/remote.json', sound.replaceAll('"/device', '"/station'))
  await expect(publish(layout, ['device'], options)).rejects.toThrow(GateRefused)

  workspace.write('mfe-device/remote.json', sound.replace('^1.0.0', '^2.0.0'))
  await expect(publish(layout, ['device'], options)).rejects.toThrow('host API ^2.0.0')

  expect(await readIndex(layout)).toEqual(before)
  expect(readdirSync(layout.temporary)).toEqual([])
})
