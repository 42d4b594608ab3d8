import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openRelay, type Relay } from '../../testing/server/relay.ts'
import { watchSilence } from './silence.ts'

let folder: string
let relay: Relay
let server: pg.ClientConfig
let stop = () => {}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'silence-'))
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  const file = `.s.PGSQL.${url.searchParams.get('port') ?? (url.port || '5432')}`
  relay = await openRelay(join(folder, file), { path: `${url.searchParams.get('host')}/${file}` })
  url.searchParams.set('host', folder)
  server = { connectionString: url.href }
})
afterEach(async () => {
  stop()
  await relay.close()
  rmSync(folder, { recursive: true })
})

async function connected(): Promise<pg.Client> {
  const client = new pg.Client(server)
  client.on('error', () => {})
  await client.connect()
  return client
}

test('a statement whose answer was lost is ended; one that the server still executes continues', async () => {
  const lost = await connected()
  const [answered] = [
    lost.query('select pg_sleep(0.1)').then(
      () => true,
      () => false,
    ),
  ]
  relay.silence()
  relay.wake()
  const slow = await connected()
  stop = watchSilence([lost, slow], () => server, 20)
  const worked = slow.query('select pg_sleep(1)').then(
    () => true,
    () => false,
  )
  expect(await answered).toBe(false)
  expect(await worked).toBe(true)
  await slow.end()
})

test('a statement that never reached the server is ended once the server can be asked, not before', async () => {
  const lost = await connected()
  relay.silence()
  let isOpen = true
  const answered = lost.query('select 1').finally(() => (isOpen = false))
  stop = watchSilence([lost], () => server, 20)
  const asked = relay.opened() + 2
  while (relay.opened() < asked) await new Promise((resolve) => setImmediate(resolve))
  expect(isOpen).toBe(true)
  relay.wake()
  await expect(answered).rejects.toThrow('Connection terminated')
})
