import type { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Database, openDatabase } from '../database/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded-postgres.ts'
import { migrate } from '../database/migrate.ts'
import { grantServiceRole } from '../database/service-role.ts'
import { buildApp } from './app.ts'
import { startJobs } from './run-jobs.ts'
import { openMqttDoor } from '../ingest/mqtt-door.ts'
import { type Environment, makeSettings, readEnvironment } from './settings.ts'

export interface DatabaseSource {
  /** Folder of the embedded PostgreSQL; not used when `databaseUrl` is set. */
  dataFolder: string
  /** Of the role that the service works as. */
  databaseUrl: string | undefined
  /** Of the role that owns the tables; default: that of `databaseUrl` does both. */
  ownerUrl?: string | undefined
  /** How long a request waits for a connection, in ms; default: as long as a page would wait for it. */
  patienceMs?: number
}

/** Nobody waits for an answer while the service starts. */
const startPatienceMs = 20_000

export interface OpenedDatabase {
  /** As the owner of the tables. */
  db: Database
  /** As `migrate` of migrate.ts; to the newest state, and the service's role gets what it needs. */
  migrate: (direction?: 'up' | 'down' | 'none') => Promise<string[]>
  /** The pool of the service, which the caller closes. */
  openForService: () => Database
  embedded: EmbeddedPostgres | null
  close: () => Promise<void>
}

/** Opens DATABASE_URL, or the embedded PostgreSQL of the data folder, which `close` stops if `owns` says so. */
export async function openSource(
  { dataFolder, databaseUrl, ownerUrl, patienceMs }: DatabaseSource,
  log: (line: string) => void,
  owns: (embedded: EmbeddedPostgres) => boolean = () => true,
): Promise<OpenedDatabase> {
  if (ownerUrl && !databaseUrl) throw new Error('DATABASE_OWNER_URL needs DATABASE_URL beside it.')
  const embedded = databaseUrl ? null : await startEmbeddedPostgres(dataFolder, log)
  const forService = databaseUrl ?? embedded?.serviceConnection ?? {}
  const db = openDatabase(ownerUrl ?? databaseUrl ?? embedded?.connection ?? {}, startPatienceMs)
  const openForService = () => openDatabase(forService, patienceMs)
  return {
    db,
    migrate: async (direction = 'up') => {
      const done = await migrate(db.kysely, direction)
      if (direction !== 'up') return done
      const [owner, role] = await Promise.all([userOf(db), userOf(openDatabase(forService, startPatienceMs), true)])
      if (owner !== role) await grantServiceRole(db, role)
      return done
    },
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

/** A job that takes longer is cut short: its rows say what is left to do. */
const patienceMs = 4_000

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController()
  await Promise.race([work, wait(ms, undefined, { signal: late.signal }).catch(() => {})])
  late.abort()
}

export interface RunningService {
  app: FastifyInstance
  url: string
  stop: () => Promise<void>
}

/**
 * Database, migrations, HTTP; `port` 0 takes any free one. Listens on 127.0.0.1. `mqttUrl`: a broker that loggers push
 * to besides; the service starts whether it is there or not.
 */
export async function startService(
  options: DatabaseSource & {
    port: number
    now: () => number
    mqttUrl?: string | undefined
    /** Without: nothing is set. */
    environment?: Environment
    /** Where the log of requests goes; without: standard output. */
    logTo?: Writable
  },
  log: (line: string) => void,
): Promise<RunningService> {
  const opened = await openSource(options, log)
  const db = opened.openForService()
  const close = async () => {
    await db.close()
    await opened.close()
  }
  try {
    await opened.migrate()
    // Nothing else is done as the owner.
    await opened.db.close()
    const { settings, courier } = makeSettings(
      options.environment ?? readEnvironment({}),
      options.dataFolder,
      options.port,
    )
    // Of a disk elsewhere nothing is known here.
    if (!opened.embedded) delete settings.storage
    const service = { db, now: options.now, settings, courier }
    const app = await buildApp(service, { log: options.logTo ?? process.stdout })
    const url = await app.listen({ host: '127.0.0.1', port: options.port })
    const jobs = startJobs(service, (job, error) => app.log.error({ err: error, job: job.name }, 'job failed'))
    const mqtt = options.mqttUrl
      ? openMqttDoor(service, options.mqttUrl, (line, error) => app.log.error({ err: error }, line))
      : null
    return {
      app,
      url,
      stop: async () => {
        await mqtt?.close()
        await app.close()
        await within(patienceMs, jobs.stop())
        await within(patienceMs, close())
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
