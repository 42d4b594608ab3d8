import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Release } from '@helioport/contract/release'
import { publishReleases } from '../store/change.ts'
import type { Layout } from '../store/layout.ts'
import { readRelease } from '../store/release-index.ts'
import { createTestLayout, layRelease } from '../testing/store.ts'
import { hintedFiles, hintsForPage } from './page-hints.ts'

const now = new Date('2026-11-21T12:00:00Z')
let layout: Layout

/** Lays a remote whose record names `files` files, at a position of the menu. */
function lay(name: 'station' | 'device' | 'record', digit: number, files: number, order: number): string {
  const release = layRelease(layout, name, digit)
  const path = join(layout.release(name, release), 'release.json')
  const record = JSON.parse(readFileSync(path, 'utf8')) as Release
  const [about] = Object.values(record.files)
  const more = Array.from({ length: files }, (_, at) => `page.${at}.js`)
  const title = record.manifest?.title
  writeFileSync(
    path,
    JSON.stringify({
      ...record,
      files: { ...record.files, ...Object.fromEntries(more.map((file) => [file, about])) },
      preload: { ...record.preload, pages: { list: more } },
      manifest: {
        ...record.manifest,
        routes: [{ path: `/${name}`, page: 'list', title }],
        menu: [{ path: `/${name}`, icon: 'grid', order, title }],
      },
    }),
  )
  return release
}

async function hints() {
  const shell = layRelease(layout, 'shell', 1)
  const index = await publishReleases(layout, [{ name: 'shell', release: shell }], now)
  return { index, hinted: await hintsForPage(layout, index, await readRelease(layout, 'shell', shell)) }
}

beforeEach(() => {
  layout = createTestLayout()
})

test('hints cover the first remotes of the menu up to a limit of files, with the titles of their pages', async () => {
  const half = Math.floor(hintedFiles / 2)
  await publishReleases(layout, [{ name: 'device', release: lay('device', 1, half, 10) }], now)
  await publishReleases(layout, [{ name: 'record', release: lay('record', 1, half, 20) }], now)
  await publishReleases(layout, [{ name: 'station', release: lay('station', 1, 5, 30) }], now)
  const { index, hinted } = await hints()
  expect(hinted.remotes.map(({ name }) => name)).toEqual(['device'])
  expect(hinted.isWhole).toBe(false)
  expect(hinted.remotes[0]?.manifest?.routes[0]?.title).toMatchObject({ 'en-US': 'Title' })
  expect(index.remotes['device']?.[0]?.manifest?.routes[0]).toEqual({ path: '/device', page: 'list' })
  const named = hinted.remotes.flatMap(({ files }) => Object.keys(files))
  expect(named).toContain('page.0.js')
  // The release has this file, but no page names it.
  expect(named).not.toContain('other.js')
})

test('hints are marked as complete if all remotes fit; a canary has its own', async () => {
  await publishReleases(layout, [{ name: 'station', release: lay('station', 1, 5, 30) }], now)
  const canary = lay('station', 2, 5, 30)
  await publishReleases(layout, [{ name: 'station', release: canary }], now, { percent: 10 })
  const { hinted } = await hints()
  expect(hinted.isWhole).toBe(true)
  expect(hinted.canaries).toMatchObject([{ release: { name: 'station', release: canary }, percent: 10 }])
})

test('a remote with a damaged record has no hints; others keep theirs', async () => {
  const station = lay('station', 1, 5, 30)
  await publishReleases(layout, [{ name: 'station', release: station }], now)
  await publishReleases(layout, [{ name: 'device', release: lay('device', 1, 5, 40) }], now)
  writeFileSync(join(layout.release('station', station), 'release.json'), '{')
  const { hinted } = await hints()
  expect(hinted.remotes.map(({ name }) => name)).toEqual(['device'])
  expect(hinted.isWhole).toBe(false)
})
