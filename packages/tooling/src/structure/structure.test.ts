import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import table from '../import-table.cjs'
import { databaseFaults, databaseNamesIn } from './database-names.ts'
import { folderFaults, mostFiles } from './service-folders.ts'

let source: string
const plant = (file: string, text = 'export const here = 1\n') => {
  mkdirSync(dirname(join(source, file)), { recursive: true })
  writeFileSync(join(source, file), text)
}

beforeEach(() => {
  source = mkdtempSync(join(tmpdir(), 'helioport-structure-'))
  for (const folder of table.serviceOrder) plant(`${folder}/here.ts`)
})
afterEach(() => rmSync(source, { recursive: true, force: true }))

describe('folders of the service', () => {
  test('accepts known folders and files', () => {
    plant('station/queries/station.ts')
    plant('message/texts/en-US.ts')
    plant('database/migrations/0001-accounts.ts')
    plant('trust/rights.test.ts')
    expect(folderFaults(source)).toEqual([])
  })

  test('reports a folder with too many files at any depth; tests do not count', () => {
    for (let nth = 0; nth < mostFiles; nth += 1) plant(`station/queries/query-${nth}.ts`)
    for (let nth = 0; nth < mostFiles; nth += 1) plant(`station/queries/query-${nth}.test.ts`)
    expect(folderFaults(source)).toEqual([])
    plant('station/queries/one-more.ts')
    expect(folderFaults(source)).toEqual([`src/station/queries holds ${mostFiles + 1} files of its own; 25 may be`])
  })

  test('reports an unknown folder, at the top and below a subject', () => {
    plant('rules/alarm.ts')
    plant('alarm/helpers/text.ts')
    plant('http/queries/cookie.ts')
    expect(folderFaults(source)).toEqual([
      'src/rules has no place in serviceOrder of import-table.cjs',
      'src/alarm/helpers: alarm may have queries, texts below it',
      'src/http/queries: http may have no folder below it',
    ])
  })

  test('reports a subject of serviceOrder without a folder', () => {
    rmSync(join(source, 'alarm'), { recursive: true })
    expect(folderFaults(source)).toEqual(['serviceOrder of import-table.cjs names alarm, which is not there'])
  })
})

describe('uses of the pool and the query builder', () => {
  test.each([
    ["const f = (service) => service.db.pool.query('delete from account')", ['pool']],
    ["const f = (service) => service.db['pool']", ['pool']],
    ['const f = ({ db: { kysely } }) => kysely', ['kysely', 'kysely']],
    ['const f = ({ pool: other }) => other', ['pool']],
    ['const forged = (service, kysely) => ({ ...service, db: { ...service.db, kysely } })', ['kysely', 'kysely']],
    ['const f = (service) => service?.db?.kysely', ['kysely']],
    ["const f = (service) => Reflect.get(service.db, 'pool')", ['pool']],
  ])('finds them in %s', (code, names) => {
    expect(databaseNamesIn(code)).toEqual(names)
  })

  test('ignores comments, longer names and imported types', () => {
    expect(databaseNamesIn("import type { Kysely } from 'kysely'\n// the pool\nconst poolSize = 3\n")).toEqual([])
  })

  test('reports them in rules and routes, but not in queries, the database folder or tests', () => {
    const code = "export const wipe = (service) => service.db.pool.query('delete from account')\n"
    for (const file of ['station/wipe.ts', 'station/routes.ts', 'station/queries/wipe.ts', 'database/open-database.ts'])
      plant(file, code)
    plant('station/wipe.test.ts', code)
    expect(databaseFaults(source)).toEqual([
      'src/station/routes.ts names .pool: only database and queries speak SQL',
      'src/station/wipe.ts names .pool: only database and queries speak SQL',
    ])
  })
})
