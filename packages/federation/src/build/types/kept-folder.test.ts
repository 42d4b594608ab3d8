import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { keptFolder } from './kept-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'kept-folder-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('caches in the workspace; if that is not writable, in a temporary folder that only its owner can write', () => {
  expect(keptFolder(folder, 'declarations', folder)).toBe(join(folder, 'node_modules/.cache/helioport/declarations'))
  // No user can create a folder below a file.
  const closed = join(folder, 'closed')
  mkdirSync(closed)
  writeFileSync(join(closed, 'node_modules'), '')
  const apart = keptFolder(closed, 'declarations', folder) ?? ''
  expect(dirname(apart)).toBe(folder)
  expect(keptFolder(closed, 'declarations', folder)).toBe(apart)
  chmodSync(apart, 0o777)
  expect(keptFolder(closed, 'declarations', folder)).toBe(undefined)
  expect(keptFolder(closed, 'declarations', join(closed, 'node_modules'))).toBe(undefined)
})
