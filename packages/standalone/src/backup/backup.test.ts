import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3Server } from '@helioport/object-store/testing'
import { openSource } from '@helioport/service/database'
import { helioport, kwhOf, type ServedPortal, signInAt, startHelioport, startSending, startServed } from '../testing/served-portal.ts' // prettier-ignore
import { backupsIn, findBackup } from './manifest.ts'

const folder = mkdtempSync(join(tmpdir(), 'helioport-backup-'))
chmodSync(folder, 0o755)
const data = join(folder, 'data')
const backups = join(folder, 'backups')
const passphraseFile = join(folder, 'passphrase')
let portal: ServedPortal | undefined

afterAll(async () => {
  await portal?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Queries the database of a data folder whose portal is stopped. */
async function inDatabase<T>(of: string, text: string): Promise<T[]> {
  const opened = await openSource({ dataFolder: join(of, 'service'), databaseUrl: undefined }, () => {})
  try {
    return (await opened.db.pool.query(text)).rows as T[]
  } finally {
    await opened.close()
  }
}

/** Row count and checksum of every table. */
async function sumsOf(of: string): Promise<unknown[]> {
  const tables = await inDatabase<{ name: string }>(of, "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname not like 'kysely%' order by 1") // prettier-ignore
  const sums = tables.map(({ name }) => `select '${name}' as name, count(*) as rows, sum(hashtextextended(t::text, 0)) as sum from ${name} t`) // prettier-ignore
  return inDatabase(of, `${sums.join(' union all ')} order by 1`)
}

/** Everything except rows: indexes, constraints, triggers, functions, sequences. */
const schemaOf = (of: string) =>
  inDatabase(
    of,
    `select 'index' as what, indexdef as text from pg_indexes where schemaname = 'public'
     union all select 'constraint', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select 'trigger', tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
     union all select 'sequence', sequencename || ' ' || coalesce(last_value, 0) from pg_sequences where schemaname = 'public'
     union all select 'right', grantee::text || ' ' || table_name || ' ' || privilege_type
       from information_schema.table_privileges where table_schema = 'public'
     order by 1, 2`,
  )

const backUp = (...args: string[]) => helioport(['backup', '--data', data, '--to', backups, ...args])

test('a backup during ingest contains all acknowledged frames, with correct sums', async () => {
  portal = await startServed(data)
  const sender = await startSending(portal, await signInAt(portal, 'ada'))
  while (sender.state.acknowledged < 200) await new Promise((done) => setTimeout(done, 10))
  const before = sender.state.acknowledged
  // The backup runs while batches are sent.
  const child = startHelioport(['backup', '--data', data, '--to', backups])
  const code = await new Promise((done) => child.once('exit', done))
  const after = sender.state.acknowledged
  expect(code).toBe(0)
  expect(after).toBeGreaterThan(before)
  await sender.finish()
  await portal.stop()
  portal = undefined

  const restored = join(folder, 'restored')
  const { status, stdout, stderr } = helioport(['restore', '--from', backups, '--data', restored])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/✓ audit: \d+ rows, \d+ signed days, 0 faults/)
  const [found] = await inDatabase<{ frames: number; last: number; device: number; station: number }>(
    restored,
    `select count(*)::int as frames, (extract(epoch from max(ts) - min(ts)) / 60)::int + 1 as last,
       (select sum(energy_kwh) from device_day) as device, (select sum(energy_kwh) from station_day) as station
     from device_sample`,
  )
  const { frames = 0, last, device, station } = found ?? {}
  expect(frames).toBeGreaterThanOrEqual(before)
  expect(frames).toBeLessThanOrEqual(after + 20)
  expect({ last, device, station }).toEqual({ last: frames, device: kwhOf(frames), station: kwhOf(frames) })
  rmSync(restored, { recursive: true })
})

test('a restore with another SECRET_KEY is refused and leaves the folder empty', () => {
  const refused = join(folder, 'refused')
  const { status, stderr } = helioport(['restore', '--from', backups, '--data', refused], {
    SECRET_KEY: 'another key than the one of this portal',
  })
  expect([status, stderr]).toEqual([2, expect.stringContaining('SECRET_KEY is not the one that this backup was made with')]) // prettier-ignore
  expect(readdirSync(refused)).toEqual([])
})

test('a restore of a sealed backup restores all rows, indexes, triggers, rights and files', async () => {
  writeFileSync(passphraseFile, 'a horse that stays correct\n')
  mkdirSync(join(data, 'service', 'outbox', 'mail'), { recursive: true })
  writeFileSync(join(data, 'service', 'outbox', 'mail', 'letter.eml'), 'Dear Ada')
  const [sums, schema] = [await sumsOf(data), await schemaOf(data)]
  const key = readFileSync(join(data, 'service', 'secret-key'), 'utf8')
  expect(backUp('--passphrase-file', passphraseFile).status).toBe(0)
  const { path, manifest } = findBackup(backups)
  expect([manifest.sealed, existsSync(join(path, 'files.tar.gz.age'))]).toEqual([true, true])
  // Nothing is readable without the passphrase, and only its owner may read the files.
  for (const name of Object.keys(manifest.files))
    expect(readFileSync(join(path, name), 'latin1')).toMatch(/^age-encryption.org\/v1\n/)

  rmSync(data, { recursive: true })
  const args = ['restore', '--from', backups, '--data', data]
  expect(helioport(args).stderr).toMatch(/is sealed\n +next: .*--passphrase-file/)
  const wrong = join(folder, 'wrong')
  writeFileSync(wrong, 'a horse that is wrong\n')
  expect(helioport([...args, '--passphrase-file', wrong]).stderr).toMatch(/does not open this backup\n +next: /)
  const done = helioport([...args, '--passphrase-file', passphraseFile])
  expect([done.status, done.stderr]).toEqual([0, ''])
  expect(await sumsOf(data)).toEqual(sums)
  expect(await schemaOf(data)).toEqual(schema)
  expect(readFileSync(join(data, 'service', 'secret-key'), 'utf8')).toBe(key)
  expect(readFileSync(join(data, 'service', 'outbox', 'mail', 'letter.eml'), 'utf8')).toBe('Dear Ada')
  // A restore does not overwrite data.
  expect(helioport([...args, '--passphrase-file', passphraseFile]).stderr).toMatch(/is not empty\n +next: /)
})

test('copies each backup to a bucket, from which a restore works as from a folder', async () => {
  const server = await startS3Server()
  const env = { BACKUP_S3_URL: server.url, BACKUP_S3_KEY: 'S3RVER', BACKUP_S3_SECRET: 'S3RVER', BACKUP_S3_REGION: 'us-east-1' } // prettier-ignore
  const shelf = join(folder, 'shelf')
  const toBucket = (more: NodeJS.ProcessEnv = {}) => helioport(['backup', '--data', data, '--to', shelf, '--keep', '2'], { ...env, ...more }) // prettier-ignore
  const inBucket = async () =>
    [...new Set((await server.open().list('')).map((key) => key.split('/')[0] ?? ''))].toSorted()
  try {
    // The bucket refuses: the backup stays in the folder, and the next backup copies it.
    const refused = toBucket({ BACKUP_S3_SECRET: 'another' })
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('403 SignatureDoesNotMatch')])
    expect([backupsIn(shelf).length, await inBucket()]).toEqual([1, []])
    await server.open().put('helioport-2026-01-01T000000.000Z/database.json.gz', Buffer.from('cut off'), { type: 'a/b', cache: 'no-store' }) // prettier-ignore
    expect(toBucket()).toMatchObject({ status: 0, stderr: '' })
    expect(await inBucket()).toEqual(backupsIn(shelf))
    expect(toBucket()).toMatchObject({ status: 0, stdout: expect.stringMatching(/of\/helioport\/.* went; 2 stay/) })
    expect(await inBucket()).toEqual(backupsIn(shelf))

    rmSync(shelf, { recursive: true })
    const restored = join(folder, 'from-bucket')
    const done = helioport(['restore', '--from', server.url, '--data', restored], env)
    expect([done.status, done.stderr]).toEqual([0, ''])
    expect(await sumsOf(restored)).toEqual(await sumsOf(data))
    rmSync(restored, { recursive: true })
    const [first = ''] = await inBucket()
    await server.open().remove([`${first}/manifest.json`])
    const broken = helioport(['restore', '--check', '--from', `${server.url}/${first}`], env)
    expect([broken.status, broken.stderr]).toEqual([2, expect.stringContaining('there is no whole backup in')])
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('helioport-fetched-'))).toEqual([])
  } finally {
    await server.stop()
  }
})

test('a killed backup does not count, and the next backup removes it', async () => {
  const others = join(folder, 'others')
  const child = startHelioport(['backup', '--data', data, '--to', others])
  const ended = new Promise((done) => child.once('exit', done))
  const isUnderWay = () => existsSync(others) && readdirSync(others).some((name) => existsSync(join(others, name, 'database'))) // prettier-ignore
  while (!isUnderWay()) await new Promise((done) => setTimeout(done, 2))
  child.kill('SIGKILL')
  await ended
  expect(readdirSync(others).every((name) => name.startsWith('.unfinished-'))).toBe(true)
  expect(backupsIn(others)).toEqual([])
  expect(helioport(['restore', '--check', '--from', others]).stderr).toMatch(/no whole backup in .*\n +next: /)
  expect(helioport(['backup', '--data', data, '--to', others]).status).toBe(0)
  expect(readdirSync(others)).toEqual(backupsIn(others))
  // The database that the killed process started is reused, and stopped here.
  await inDatabase(data, 'select 1')
})

test('removes the oldest backups; a rehearsal leaves no files; a damaged backup is refused', () => {
  expect(backUp('--keep', '2').stdout).toContain('went; 2 stay')
  const [first = '', newest = ''] = backupsIn(backups)
  expect(backupsIn(backups)).toHaveLength(2)
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('helioport-rehearsal-'))
  const rehearsal = helioport(['restore', '--check', '--from', join(backups, newest)])
  expect([rehearsal.status, rehearsal.stdout]).toEqual([0, expect.stringContaining('nothing of it is left')])
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('helioport-rehearsal-'))).toEqual(before)
  // Read by the portal's health page.
  const noted = () => JSON.parse(readFileSync(join(backups, 'rehearsal.json'), 'utf8')) as unknown
  expect(noted()).toEqual({ at: expect.stringMatching(/^\d{4}-/), isGood: true })

  const file = join(backups, newest, 'database', 'account.copy.gz')
  const bytes = readFileSync(file)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  writeFileSync(file, bytes)
  const refused = helioport(['restore', '--check', '--from', backups])
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('account.copy.gz in ')])
  expect(noted()).toMatchObject({ isGood: false })
  rmSync(join(backups, first, 'key.age'))
  expect(helioport(['restore', '--check', '--from', join(backups, first)]).stderr).toContain('key.age is missing')
})

test('a backup without a portal or without a target folder is refused with the next command', () => {
  const { status, stderr } = helioport(['backup', '--data', join(folder, 'none'), '--to', backups])
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/there is no portal in .*\n +next: npm run helioport -- serve/),
  ])
  expect(helioport(['backup', '--data', data]).stderr).toMatch(/no folder of backups\n +next: .*--to/)
})
