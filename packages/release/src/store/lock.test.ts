import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failingDisk } from '../testing/failing-disk.ts'
import { realDisk } from './disk.ts'
import { thisHolder } from './holder.ts'
import { breakLock, Locked, LockLost, readLock, withLock } from './lock.ts'

const now = new Date('2026-11-21T12:00:00Z')
const quick = { patience: 3_000, silence: 300, damaged: 100, beat: 50 }
let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
  file = join(folder, 'lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

const hold = (name: string, holder: object) => writeFileSync(join(folder, name), JSON.stringify(holder))
const free = () => withLock(file, async () => 'done', { times: quick })

test('of many concurrent callers only one holds the lock at a time', async () => {
  let inside = 0
  let most = 0
  const work = async () => {
    inside += 1
    most = Math.max(most, inside)
    await new Promise(setImmediate)
    inside -= 1
  }
  await Promise.all(Array.from({ length: 20 }, () => withLock(file, work)))
  expect(most).toBe(1)
  expect(await readLock(file)).toBeUndefined()
})

test('the lock’s file is complete when it appears: host, boot and process of its holder', async () => {
  await withLock(file, async () => {
    const [name = ''] = readdirSync(folder)
    const holder = JSON.parse(readFileSync(join(folder, name), 'utf8')) as object
    expect(holder).toMatchObject({ pid: process.pid, host: expect.any(String), boot: expect.any(String), started: expect.any(String) }) // prettier-ignore
    expect((await readLock(file))?.state).toBe('running')
  })
})

test.each([
  ['an empty file of a former version', 'lock', ''],
  ['half a file', 'lock.4', '{"host":"a","pi'],
  ['a file of something else', 'lock.4', '42'],
  ['a former version of this program, killed', 'lock', '999999999 0f3a'],
])('%s does not block the lock', async (_, name, text) => {
  writeFileSync(join(folder, name), text)
  expect(await free()).toBe('done')
})

test('an unreadable lock counts as held until it stops being touched', async () => {
  // The same as any error of a read other than ENOENT.
  mkdirSync(join(folder, 'lock.4'))
  expect(await readLock(file)).toMatchObject({ holder: null, unreadable: 'EISDIR', state: 'unknown' })
  const beats = setInterval(() => void realDisk.touch(join(folder, 'lock.4'), Date.now() / 1000), 50)
  const refused = withLock(file, async () => 'done', { times: { ...quick, patience: 1_000 } })
  await expect(refused).rejects.toThrow(/^a file that cannot be read \(EISDIR\) holds .*lock\.4;/)
  clearInterval(beats)
  expect(await free()).toBe('done')
})

test('a lock whose changes cannot be read is never expired; it can only be broken', async () => {
  symlinkSync('lock.4', join(folder, 'lock.4'))
  await expect(withLock(file, async () => 'done', { times: { ...quick, patience: 1_000 } })).rejects.toThrow(Locked)
  expect((await breakLock(file))?.unreadable).toBe('ELOOP')
  expect(await free()).toBe('done')
})

test('takes over at once the lock of a dead process, also if its process number was reused', async () => {
  const mine = thisHolder(now)
  hold('lock.1', { ...mine, pid: 999_999_999 })
  expect((await readLock(file))?.state).toBe('gone')
  expect(await withLock(file, async () => 'done', { times: { ...quick, silence: 60_000 } })).toBe('done')
  hold('lock.9', { ...mine, started: '1' })
  expect(await withLock(file, async () => 'done', { times: { ...quick, silence: 60_000 } })).toBe('done')
})

test('a lock of another container with the same process number is kept while touched, else taken over', async () => {
  const other = { ...thisHolder(now), namespace: 'pid:[1]', host: 'other' }
  hold('lock.1', other)
  expect((await readLock(file))?.state).toBe('unknown')
  const beats = setInterval(() => void realDisk.touch(join(folder, 'lock.1'), Date.now() / 1000), 50)
  await expect(withLock(file, async () => 'done', { times: { ...quick, patience: 1_000 } })).rejects.toThrow(Locked)
  clearInterval(beats)
  expect(await free()).toBe('done')
})

test('a clock that is set back does not affect the state of a lock', async () => {
  hold('lock.1', { ...thisHolder(new Date('2099-01-01')), boot: 'another' })
  await realDisk.touch(join(folder, 'lock.1'), 4_000_000_000)
  expect(await free()).toBe('done')
})

test('a holder whose lock was broken gets LockLost and does not free the new holder’s lock', async () => {
  const order: string[] = []
  let follow = () => {}
  const followed = new Promise<void>((done) => (follow = done))
  const slow = withLock(
    file,
    async ({ check }) => {
      await breakLock(file)
      const other = withLock(file, async () => {
        follow()
        await new Promise((done) => setTimeout(done, 100))
        order.push('other ends')
      })
      await followed
      await expect(check()).rejects.toThrow(LockLost)
      order.push('first notices')
      return other
    },
    { times: quick },
  )
  await slow
  await followed
  expect(order).toContain('first notices')
  await withLock(file, async () => order.push('third'))
  expect(order).toEqual(['first notices', 'other ends', 'third'])
})

test('a full disk or a kill at any step does not block the lock', async () => {
  const used = failingDisk(Infinity, 'full')
  await withLock(file, async () => undefined, { disk: used })
  for (const failure of ['full', 'dead'] as const) {
    for (let at = 1; at <= used.steps(); at += 1) {
      await withLock(file, async () => undefined, { disk: failingDisk(at, failure) }).catch(() => undefined)
      expect([failure, at, await free()]).toEqual([failure, at, 'done'])
    }
  }
})

test('takes over the lock of a killed process at once', async () => {
  const program = `import { withLock } from '${join(import.meta.dirname, 'lock.ts')}'
    await withLock('${file}', () => new Promise(() => { setInterval(() => {}, 1000); console.log('held') }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((held) => child.stdout.once('data', held))
  expect((await readLock(file))?.holder?.pid).toBe(child.pid)
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await ended
  expect(await withLock(file, async () => 'done', { times: { ...quick, silence: 60_000 } })).toBe('done')
})
