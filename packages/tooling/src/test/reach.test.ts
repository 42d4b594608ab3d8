import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { specsAbout, specsBelow, specsInTime } from './browser-specs.ts'
import { changedFiles, NoBase } from './changed.ts'
import { root } from './program.ts'
import { reachOf } from './reach.ts'
import { workspaceFolders } from './workspace.ts'

const folders = workspaceFolders(root)

test('a file of a remote affects only that remote', () => {
  expect(reachOf(['mfe-record/src/alarms/alarms-page.tsx'], folders)).toEqual({
    folders: ['mfe-record'],
    parts: ['mfe-record'],
  })
})

test('a file of a shared package affects its direct and indirect users', () => {
  const { folders: reached, parts } = reachOf(['packages/session/src/use-proof.ts'], folders)
  expect(reached).toEqual(expect.arrayContaining(['packages/session', 'shell', 'mfe-account']))
  expect(reached).not.toContain('packages/ui')
  expect(parts).toContain('shell')
  expect(reachOf(['packages/contract/src/index.ts'], folders).folders).toEqual(
    expect.arrayContaining(['packages/service', 'packages/standalone', 'mfe-record', 'e2e']),
  )
})

test('a test affects no release, a README nothing, a setting everything', () => {
  expect(reachOf(['mfe-record/src/alarms/alarm-columns.test.tsx'], folders)).toMatchObject({ parts: [] })
  expect(reachOf(['README.md', 'packages/fleet/README.md'], folders)).toEqual({ folders: [], parts: [] })
  expect(reachOf(['.oxlintrc.json'], folders).folders).toBe('all')
  expect(reachOf(['packages/tooling/tsconfig.base.json'], folders).parts).toContain('mfe-record')
})

test('finds the specs that open a page of a remote', () => {
  const specs = specsBelow(join(root, 'e2e/src'))
  const record = specsAbout([{ folder: 'mfe-record', prefixes: ['/record', '/bulletin', '/download'] }], specs)
  expect(record).toEqual(expect.arrayContaining(['portal/pages.spec.ts', 'portal/accessibility.spec.ts']))
  expect(record.length).toBeLessThan(specs.length)
  expect(specsAbout([{ folder: 'shell', prefixes: [] }], specs)).toHaveLength(specs.length)
  expect(specsAbout([], specs)).toEqual([])
})

test('runs the shortest specs that fit into the time', () => {
  const known = new Map([
    ['a', 20],
    ['b', 5],
    ['c', 8],
  ])
  expect(specsInTime(['a', 'b', 'c'], known, 15)).toEqual(['b', 'c'])
  expect(specsInTime(['new', 'b'], known, 15)).toEqual(['b'])
  expect(specsInTime(['a'], known, -3)).toEqual([])
})

describe('changed files', () => {
  let folder: string
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const commit = () => {
    git('add', '.')
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '-m', 'a step')
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'helioport-changed-'))
    git('init', '-q', '-b', 'main')
    for (const file of ['kept.ts', 'gone.ts', 'edited.ts']) write(file, 'one\n')
    commit()
    git('checkout', '-q', '-b', 'mine')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('are committed on the branch, edited, deleted or new; later changes of main do not count', () => {
    write('committed.ts', 'two\n')
    commit()
    git('checkout', '-q', 'main')
    write('of-main.ts', 'three\n')
    commit()
    git('checkout', '-q', 'mine')
    write('edited.ts', 'four\n')
    write('new/file with space.ts', 'five\n')
    rmSync(join(folder, 'gone.ts'))
    expect(changedFiles(folder).files).toEqual(['committed.ts', 'edited.ts', 'gone.ts', 'new/file with space.ts'])
    expect(changedFiles(folder, 'HEAD').files).toEqual(['edited.ts', 'gone.ts', 'new/file with space.ts'])
  })

  test('an unknown revision is an error with its name', () => {
    expect(() => changedFiles(folder, 'nowhere')).toThrow(NoBase)
    git('branch', '-D', 'main')
    expect(() => changedFiles(folder)).toThrow('there is no revision main')
  })
})
