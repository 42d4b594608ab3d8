import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type ServedPortal, signInAt, startServed } from './testing/served-portal.ts'

const folder = mkdtempSync(join(tmpdir(), 'helioport-virtual-'))
chmodSync(folder, 0o755)
const data = join(folder, 'data')
let portal: ServedPortal

beforeAll(async () => {
  portal = await startServed(data)
})
afterAll(async () => {
  await portal?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Person = Awaited<ReturnType<typeof signInAt>>
interface State {
  state: string
}

/** Reads from the present portal. */
async function read<T>(person: Person, path: string, method: 'GET' | 'DELETE' = 'GET'): Promise<T> {
  const reply = await fetch(`${portal.url}/api/web/v1${path}`, {
    method,
    headers: { cookie: person.cookie(), 'x-requested-with': 'XMLHttpRequest' },
  })
  const body = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${body}`)
  return (JSON.parse(body) as { data: T }).data
}

/** Polls, as the plants run in their own processes by the real clock. */
async function untilLive(person: Person): Promise<void> {
  for (;;) {
    const { state } = await read<State>(person, '/virtual-plants')
    if (state === 'live') return
    if (state !== 'starting') throw new Error(`they are ${state}`)
    await wait(250)
  }
}

test('an account gets a marked virtual plant of its own, which is live again after a restart, and can remove it', async () => {
  const ada = await signInAt(portal, 'ada')
  const bea = await signInAt(portal, 'bea')
  expect(await read(ada, '/virtual-plants')).toEqual({ state: 'none', percent: null })
  await expect(ada.post('/virtual-plants', { plants: 'all', mark: 'Virtual · ' })).rejects.toThrow('access.denied')
  const begun = await ada.post<State>('/virtual-plants', { plants: 'one', mark: 'Virtual · ' })
  expect(begun.state).toBe('starting')
  await untilLive(ada)
  const stations = await read<{ name: string; energyTotalKwh: number }[]>(ada, '/stations')
  expect(stations).toMatchObject([{ name: expect.stringMatching(/^Virtual · /) }])
  expect(stations[0]?.energyTotalKwh).toBeGreaterThan(0)
  expect(await read(bea, '/stations')).toEqual([])
  expect(await read(bea, '/virtual-plants')).toEqual({ state: 'none', percent: null })
  // The session that added its station has ended.
  const sessions = await read<{ userAgent: string }[]>(ada, '/sessions')
  expect(sessions.map(({ userAgent }) => userAgent)).not.toContain('virtual plants')
  await ada.prove()
  await ada.post('/loggers', { serial: 'ADAS-OWN-LOGGER' })

  await portal.stop()
  portal = await startServed(data)
  await untilLive(ada)
  expect(await read(ada, '/stations')).toHaveLength(1)

  // Ending removes nothing of other accounts, and all virtual plants of the own one with everything that came with
  // them.
  expect(await read(bea, '/virtual-plants', 'DELETE')).toMatchObject({ state: 'none' })
  expect(await read(ada, '/virtual-plants', 'DELETE')).toMatchObject({ state: 'none' })
  expect(await read(ada, '/stations')).toEqual([])
  expect(await read(ada, '/devices')).toEqual([])
  expect(await read(ada, '/loggers')).toMatchObject([{ serial: 'ADAS-OWN-LOGGER' }])
  expect(await read(ada, '/virtual-plants')).toMatchObject({ state: 'none' })
})
