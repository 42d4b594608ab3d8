import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layRelease } from '../testing/store.ts'
import { publishReleases } from './change.ts'
import { findStore } from './find-store.ts'
import { layoutOf } from './layout.ts'

const data = mkdtempSync(join(tmpdir(), 'data-'))
const store = join(data, 'releases')
afterAll(() => rmSync(data, { recursive: true }))

test('a folder without a store is refused without --init; both paths name the same store', async () => {
  for (const folder of [data, store]) {
    expect(() => findStore(folder, false)).toThrow('--init')
    expect(findStore(folder, true)).toBe(store)
  }
  const layout = layoutOf(store)
  await publishReleases(layout, [{ name: 'shell', release: layRelease(layout, 'shell', 1) }], new Date())
  for (const folder of [data, store]) expect(findStore(folder, false)).toBe(store)
})
