import { type Database, openDatabase } from './open-database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { distribute } from './distribute.ts'
import { writableFirst } from './servers/hosts.ts'
import { migrate } from './migrate.ts'
import { grantServiceRole } from './service-role.ts'

export interface DatabaseSource {
  /** Folder of the embedded PostgreSQL; not used when `databaseUrl` is set. */
  dataFolder: string
  /** URL with the service's role. */
  databaseUrl: string | undefined
  /** URL with the role that owns the tables; default: `databaseUrl`. */
  ownerUrl?: string | undefined
  /** URL of a replica, for reads that may be 5 s old. */
  readUrl?: string | undefined
  /** How long a request waits for a connection, in ms; default: as in `openDatabase`. */
  patienceMs?: number
}

/** Longer than for requests: no user waits while the service starts. */
const startPatienceMs = 20_000

export interface OpenedDatabase {
  /** Connected as the owner of the tables. */
  db: Database
  /** `migrate` of migrate.ts; after `up` it also grants the service's role its rights. */
  migrate: (direction?: 'up' | 'down' | 'none') => Promise<string[]>
  /** See `distribute` of distribute.ts. */
  distribute: () => Promise<string[]>
  /** Opens the service's pool; the caller closes it. */
  openForService: () => Database
  embedded: EmbeddedPostgres | null
  close: () => Promise<void>
}

/** Opens DATABASE_URL, or the embedded PostgreSQL of the data folder, which `close` stops if `owns` says so. */
export async function openSource(
  { dataFolder, databaseUrl: given, ownerUrl: givenOwner, readUrl, patienceMs }: DatabaseSource,
  log: (line: string) => void,
  owns: (embedded: EmbeddedPostgres) => boolean = () => true,
): Promise<OpenedDatabase> {
  if (givenOwner && !given) throw new Error('DATABASE_OWNER_URL needs DATABASE_URL beside it.')
  const [databaseUrl, ownerUrl] = await Promise.all(
    [given, givenOwner].map(async (url) => url && writableFirst(url, startPatienceMs)),
  )
  const embedded = databaseUrl ? null : await startEmbeddedPostgres(dataFolder, log)
  const forService = databaseUrl ?? embedded?.serviceConnection ?? {}
  const db = openDatabase(ownerUrl ?? databaseUrl ?? embedded?.connection ?? {}, startPatienceMs)
  const openForService = () => openDatabase(forService, patienceMs, readUrl)
  return {
    db,
    migrate: async (direction = 'up') => {
      const done = await migrate(db.kysely, direction)
      if (direction !== 'up') return done
      const [owner, role] = await Promise.all([userOf(db), userOf(openDatabase(forService, startPatienceMs), true)])
      if (owner !== role) await grantServiceRole(db, role)
      return done
    },
    distribute: () => distribute(db),
    openForService,
    embedded,
    close: async () => {
      await db.close()
      if (embedded && owns(embedded)) await embedded.stop()
      else embedded?.release()
    },
  }
}

async function userOf(db: Database, closes = false): Promise<string> {
  try {
    const { rows } = await db.pool.query<{ user: string }>('select current_user as user')
    return rows[0]?.user ?? ''
  } finally {
    if (closes) await db.close()
  }
}
