import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRelay } from '../../testing/server/relay.ts'
import { openDatabase } from '../open-database.ts'

/** A relay in front of the tests' server: accepts connections but does not answer until it is woken. */
async function openSleeper(behind: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sleeper-'))
  const url = new URL(behind)
  const file = `.s.PGSQL.${url.searchParams.get('port') ?? (url.port || '5432')}`
  const relay = await openRelay(join(folder, file), { path: `${url.searchParams.get('host')}/${file}` }, true)
  url.searchParams.set('host', folder)
  return {
    ...relay,
    url: url.href,
    close: async () => {
      await relay.close()
      rmSync(folder, { recursive: true })
    },
  }
}

test('an unanswering server gets one connection at a time; the pool grows again once it answers', async () => {
  const sleeper = await openSleeper(process.env.TEST_DATABASE_URL ?? '')
  const db = openDatabase(sleeper.url, 600)
  const ask = () => Promise.allSettled(Array.from({ length: 16 }, () => db.pool.query('select pg_sleep(0.05)')))
  try {
    for (let round = 0; round < 3; round += 1) {
      for (const { status } of await ask()) expect(status).toBe('rejected')
    }
    // Four in the first round, then one per round; without the limit each round opened sixteen.
    expect(sleeper.opened()).toBeLessThanOrEqual(6)
    sleeper.wake()
    while ((await ask()).some(({ status }) => status === 'rejected'));
    expect(db.connections().idle).toBeGreaterThan(4)
  } finally {
    await db.close()
    await sleeper.close()
  }
})
