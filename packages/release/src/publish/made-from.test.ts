import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Release } from '@helioport/contract/release'
import { createTestLayout, layRelease } from '../testing/store.ts'
import { readRelease } from '../store/release-index.ts'
import { compareReleases } from '../store/provenance.ts'
import { madeFrom } from './made-from.ts'

const root = mkdtempSync(join(tmpdir(), 'made-'))
afterAll(() => rmSync(root, { recursive: true }))
const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, encoding: 'utf8' }).trim() // prettier-ignore
const files = ['a.ts', 'b.ts', 'ignored.ts']
const write = (name: string, text: string) => writeFileSync(join(root, name), text)

test('a release records its commit and its files that are not in the commit', async () => {
  for (const name of files) write(name, name)
  expect(await madeFrom(root, files)).toEqual({ commit: null, subject: null, dirty: null })
  git('init', '-q')
  write('.gitignore', 'ignored.ts\n')
  git('add', '.')
  git('commit', '-qm', 'First things\n\nMore of it')
  const commit = git('rev-parse', 'HEAD')
  expect(await madeFrom(root, ['a.ts', 'b.ts'])).toEqual({ commit, subject: 'First things', recent: [{ commit, subject: 'First things' }], dirty: [] }) // prettier-ignore
  // An ignored file is in no commit either; staged and unstaged changes both count; other files are not listed.
  write('b.ts', 'changed')
  write('other.ts', 'new')
  expect((await madeFrom(root, files)).dirty).toEqual(['b.ts', 'ignored.ts'])
  git('add', 'b.ts')
  write('c.ts', 'new')
  expect((await madeFrom(root, [...files, 'c.ts'])).dirty).toEqual(['b.ts', 'c.ts', 'ignored.ts'])
})

test('records the commit also in a folder of another owner', async () => {
  process.env['GIT_TEST_ASSUME_DIFFERENT_OWNER'] = '1'
  try {
    expect(await madeFrom(root, ['a.ts'])).toMatchObject({ subject: 'First things', dirty: [] })
  } finally {
    delete process.env['GIT_TEST_ASSUME_DIFFERENT_OWNER']
  }
})

const bytesOf = ({ files: all }: Release) => Object.values(all).reduce((sum, { brotliBytes }) => sum + brotliBytes, 0)

test('compares two releases by commits, files, bytes, pages and texts', async () => {
  const layout = createTestLayout()
  const [before, after] = await Promise.all([1, 2].map((digit) => readRelease(layout, 'station', layRelease(layout, 'station', digit)))) // prettier-ignore
  if (before?.manifest === undefined || after?.manifest === undefined) throw new Error('there is no fixture')
  const { 'other.js': gone = { integrity: '', bytes: 0, brotliBytes: 0 }, ...kept } = after.files
  const moved = { ...after.manifest, routes: [{ path: '/station/new', page: 'list' }] }
  const made = { commit: null, subject: null, dirty: null }
  const recent = ['c', 'b', 'a'].map((commit) => ({ commit, subject: `what ${commit} does` }))
  const fresh = { ...after, manifest: moved, files: { ...kept, 'more.0123456789ab.js': { ...gone, brotliBytes: gone.brotliBytes + 10 } } } // prettier-ignore
  expect(
    compareReleases(before, fresh, {
      before: { ...made, commit: 'a', texts: { a: '1', b: '1' } },
      after: { ...made, recent, texts: { b: '2', c: '1' } },
    }),
  ).toEqual({
    with: before.release,
    files: { added: ['more.js'], removed: ['other.js'], changed: ['list.js', 'remoteEntry.js'] },
    bytes: bytesOf(after) + 10 - bytesOf(before),
    routes: { added: ['/station/new'], removed: ['/station'] },
    messages: { added: ['c'], removed: ['a'], changed: ['b'] },
    commits: recent.slice(0, 2),
  })
  const unknown = { before: { ...made, commit: 'z', texts: {} }, after: { ...made, recent, texts: {} } }
  expect(compareReleases(before, fresh, unknown)).toMatchObject({ commits: null })
  rmSync(layout.root, { recursive: true })
})
