import type { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type DatabaseSource, openSource } from '../database/source.ts'
import { openFirstRun } from '../account/first-run.ts'
import type { Service } from '../base/service.ts'
import { buildApp } from './app.ts'
import { askStarter, type Starter } from './virtual-plants.ts'
import { startJobs } from './run-jobs.ts'
import { openMqttDoor } from '../ingest/mqtt-door.ts'
import { startBroker } from './start-broker.ts'
import { type Environment, makeSettings, readEnvironment } from './settings.ts'

/** A job that takes longer is interrupted; the database keeps what is left to do. */
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
 * Starts database, migrations and HTTP. `port` 0: any free port. `host`: default 127.0.0.1. `mqttUrl`: an external
 * broker that loggers also push to; the service starts even if the broker is unreachable.
 */
export async function startService(
  options: DatabaseSource & {
    port: number
    host?: string | undefined
    trustedProxies?: readonly string[] | undefined
    now: () => number
    mqttUrl?: string | undefined
    /** Default: no settings. */
    environment?: Environment
    /** Runs virtual plants for accounts. */
    starter?: Starter | undefined
    /** Target of the access log; default: standard output. */
    logTo?: Writable
  },
  log: (line: string) => void,
): Promise<RunningService> {
  const opened = await openSource(options, log)
  const db = opened.openForService()
  // Called newest first; also ends what was started when the start itself fails.
  const ends: (() => Promise<unknown>)[] = [
    () =>
      within(
        patienceMs,
        db.close().then(() => opened.close()),
      ),
  ]
  const stop = async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  try {
    await opened.migrate()
    // From here on nothing runs as the owner.
    await opened.db.close()
    const environment = options.environment ?? readEnvironment({})
    const { settings, courier } = makeSettings(environment, options.dataFolder, options.port)
    // The disk of an external database is unknown here.
    if (!opened.embedded) delete settings.storage
    const { starter } = options
    const service: Service = {
      db,
      now: options.now,
      settings,
      courier,
      ...(environment.files && { files: environment.files }),
      ...(starter && { virtualPlants: askStarter(starter) }),
    }
    if (environment.firstAccountHash !== undefined) await openFirstRun(service, environment.firstAccountHash)
    const app = await buildApp(service, {
      log: options.logTo ?? process.stdout,
      ...(options.trustedProxies === undefined ? {} : { trustedProxies: options.trustedProxies }),
    })
    let jobs: ReturnType<typeof startJobs> | undefined
    ends.push(
      async () => jobs && within(patienceMs, jobs.stop()),
      () => app.close(),
    )
    const url = await app.listen({ host: options.host ?? '127.0.0.1', port: options.port })
    jobs = startJobs(service, (job, error) => app.log.error({ err: error, job: job.name }, 'job failed'))
    const logError = (line: string, error?: unknown) => app.log.error({ err: error }, line)
    const mqtt = options.mqttUrl ? openMqttDoor(service, options.mqttUrl, logError) : null
    ends.push(async () => mqtt?.close())
    const broker = await startBroker(service, environment, logError)
    ends.push(async () => broker?.close())
    return { app, url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
