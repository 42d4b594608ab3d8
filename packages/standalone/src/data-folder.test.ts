import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { credentialsIn } from './credentials.ts'
import { dataFolderFor, lockDataFolder, openDataFolder, startOver, storesOf } from './data-folder.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'data-folder-'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

test('--fresh removes only a folder that a portal made', () => {
  const own = join(base, 'own')
  openDataFolder(own)
  writeFileSync(join(own, 'thing'), 'x')
  startOver(own)
  expect(existsSync(own)).toBe(false)

  const foreign = join(base, 'foreign')
  mkdirSync(foreign)
  writeFileSync(join(foreign, 'thesis.txt'), 'x')
  expect(() => startOver(foreign)).toThrow('was not made by Helioport')
  expect(existsSync(join(foreign, 'thesis.txt'))).toBe(true)
})

test('only one running portal locks a data folder; the lock of a dead one is replaced', () => {
  openDataFolder(base)
  const unlock = lockDataFolder(base, 111, () => true)
  expect(() => lockDataFolder(base, 222, () => true)).toThrow('process 111')
  const unlockSecond = lockDataFolder(base, 222, () => false)
  unlock()
  expect(readFileSync(join(base, 'portal.pid'), 'utf8')).toBe('222')
  unlockSecond()
  expect(existsSync(join(base, 'portal.pid'))).toBe(false)
})

test('as root, a data folder that other users cannot reach is replaced by one in /var/lib', () => {
  const closed = join(base, 'closed')
  mkdirSync(closed)
  chmodSync(closed, 0o700)
  chmodSync(base, 0o755)
  expect(dataFolderFor(join(closed, 'data'), true)).toMatch(/^\/var\/lib\/helioport\/[0-9a-f]{12}$/)
  expect(dataFolderFor(join(closed, 'data'), false)).toBe(join(closed, 'data'))
  expect(dataFolderFor(join(base, 'data'), true)).toBe(join(base, 'data'))
})

test('passwords are random per folder and stay the same', () => {
  const first = credentialsIn(base)
  expect(credentialsIn(base)).toEqual(first)
  expect(first.owner.password).toMatch(/^[a-zA-Z2-9]{16}$/)
  expect(first.owner.password).not.toBe(first.operator.password)
  const other = join(base, 'other')
  mkdirSync(other)
  expect(credentialsIn(other).owner.password).not.toBe(first.owner.password)
})

test('the development store has the path at which the release host looks for it', () => {
  const program = resolve(import.meta.dirname, '../../release/src/cli.ts')
  const { development } = storesOf(base)
  const { stderr } = spawnSync(process.execPath, [program, 'status', '--data', development], { encoding: 'utf8' })
  expect(stderr).toContain(`there is no release store in ${development};`)
})
