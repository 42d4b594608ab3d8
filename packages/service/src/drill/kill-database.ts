/** Kills PostgreSQL repeatedly during ingest. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../database/open-database.ts'
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { addHttpPlant, signInOver } from '../testing/http-plant.ts'
import { startServiceProcess } from '../testing/service-process.ts'
import { checkLogged, startCountingLogger } from './counting-logger.ts'
import { runDrill } from './run-drill.ts'

const kills = { short: 2, long: 50 }

await runDrill(async ({ isShort, folder, afterwards }) => {
  const service = await startServiceProcess(folder)
  afterwards(() => service.end('SIGTERM'))
  // The service runs the database; this only connects to it.
  const embedded = await startEmbeddedPostgres(folder, () => {})
  embedded.release()
  const db = openDatabase(embedded.connection)
  afterwards(db.close)
  const plant = await addHttpPlant(service.url, await signInOver(service.url, db, 'owner'))

  const logger = startCountingLogger(plant, service.url)
  await logger.until(3)
  const back: number[] = []
  const count = isShort ? kills.short : kills.long
  for (let kill = 0; kill < count; kill += 1) {
    const pid = embedded.pid()
    assert.ok(pid !== null, 'there is a database')
    process.kill(pid, 'SIGKILL')
    const from = performance.now()
    while ((embedded.pid() ?? pid) === pid) await wait(10)
    await logger.until(logger.state.acknowledged + 3)
    back.push(performance.now() - from)
  }
  await logger.finish()
  await checkLogged(db, logger.state.acknowledged)
  for (const refusal of logger.state.refusals.keys()) assert.equal(refusal, '503 service.databaseDown')
  const sorted = back.map(Math.round).toSorted((a, b) => a - b)
  return {
    kills: count,
    framesAcknowledged: logger.state.acknowledged,
    ingestIsBackAfterMs: { median: sorted[count >> 1], longest: sorted.at(-1) },
  }
})
