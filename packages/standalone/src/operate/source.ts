import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabaseState, embeddedPid, inspectDatabase, openSource } from '@helioport/service/database'
import { placeOf } from './place.ts'
import type { Told } from './settings.ts'

/** Opens the database as its owner: the running one, or the embedded one for as long as `work` takes. */
export async function withDatabase<T>(
  told: Told,
  work: (opened: Awaited<ReturnType<typeof openSource>>) => Promise<T>,
): Promise<T> {
  // prettier-ignore
  const source = {
    dataFolder: placeOf(told).service,
    databaseUrl: told.databaseUrl,
    ownerUrl: told.databaseOwnerUrl,
    patienceMs: 5_000,
  }
  const opened = await openSource(
    source,
    () => {},
    (embedded) => !embedded.adopted,
  )
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

/** State of the database, without starting it. */
export function databaseNow(told: Told): 'elsewhere' | 'running' | 'stopped' | 'none' {
  if (told.databaseUrl) return 'elsewhere'
  const { service } = placeOf(told)
  if (embeddedPid(service) !== null) return 'running'
  return existsSync(join(service, 'postgres', 'PG_VERSION')) ? 'stopped' : 'none'
}

export const inspect = (told: Told): Promise<DatabaseState> => withDatabase(told, ({ db }) => inspectDatabase(db))
