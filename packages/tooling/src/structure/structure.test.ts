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
  test('what is agreed is not reported', () => {
    plant('station/queries/station.ts')
    plant('message/texts/en-US.ts')
    plant('database/migrations/0001-accounts.ts')
    plant('trust/rights.test.ts')
    expect(folderFaults(source)).toEqual([])
  })

  test('a folder with too many files of its own is a fault, at any depth; tests beside them do not count', () => {
    for (let nth = 0; nth < mostFiles; nth += 1) plant(`station/queries/query-${nth}.ts`)
    for (let nth = 0; nth < mostFiles; nth += 1) plant(`station/queries/query-${nth}.test.ts`)
    expect(folderFaults(source)).toEqual([])
    plant('station/queries/one-more.ts')
    expect(folderFaults(source)).toEqual([`src/station/queries holds ${mostFiles + 1} files of its own; 25 may be`])
  })

  test('a folder that nobody knows is a fault, beside the subjects and below one', () => {
    plant('rules/alarm.ts')
    plant('alarm/helpers/text.ts')
    plant('http/queries/cookie.ts')
    expect(folderFaults(source)).toEqual([
      'src/rules has no place in serviceOrder of import-table.cjs',
      'src/alarm/helpers: alarm may have queries, texts below it',
      'src/http/queries: http may have no folder below it',
    ])
  })

  test('a subject of the order that is gone is a fault', () => {
    rmSync(join(source, 'alarm'), { recursive: true })
    expect(folderFaults(source)).toEqual(['serviceOrder of import-table.cjs names alarm, which is not there'])
  })
})

describe('pool and query builder stay where SQL is', () => {
  test.each([
    ["const f = (service) => service.db.pool.query('delete from account')", ['pool']],
    ["const f = (service) => service.db['pool']", ['pool']],
    ['const f = ({ db: { kysely } }) => kysely', ['kysely', 'kysely']],
    ['const f = ({ pool: other }) => other', ['pool']],
    ['const forged = (service, kysely) => ({ ...service, db: { ...service.db, kysely } })', ['kysely', 'kysely']],
    ['const f = (service) => service?.db?.kysely', ['kysely']],
    ["const f = (service) => Reflect.get(service.db, 'pool')", ['pool']],
  ])('%s', (code, names) => {
    expect(databaseNamesIn(code)).toEqual(names)
  })

  test('a word in a comment, a longer name or an imported type is none', () => {
    expect(databaseNamesIn("import type { Kysely } from 'kysely'\n// the pool\nconst poolSize = 3\n")).toEqual([])
  })

  test('in a rule and in a route it is a fault; in queries, in the database folder and in tests it is none', () => {
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
