import { networkInterfaces } from 'node:os'
import { readFileSync } from 'node:fs'
import { healthParts } from '@helioport/contract'
import { parse } from 'yaml'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
})
afterAll(() => portal?.stop())

const metrics = (options: object = {}) => portal.app.inject({ url: '/metrics', ...options })

test('requests are counted by route and status, without their ids', async () => {
  const owner = await portal.signIn('owner')
  const stationId = '00000000-0000-4000-8000-000000000000'
  await owner.call('GET /stations/:stationId', { params: { stationId } })
  const { statusCode, headers, body } = await metrics()
  expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')])
  const route = '/api/web/v1/stations/:stationId'
  expect(body).toContain(`helioport_request_duration_seconds_count{method="GET",route="${route}",status="404"} 1`)
  expect(body).toMatch(/helioport_database_connections\{state="idle"\} [1-9]/)
  expect(body).toContain('process_cpu_seconds_total')
  expect(body).not.toMatch(/00000000-0000|owner/)
})

test('metrics are 404 for other machines, directly or through a proxy', async () => {
  const replies = [
    await metrics({ remoteAddress: '203.0.113.9' }),
    await metrics({ remoteAddress: '203.0.113.9', headers: { 'x-forwarded-for': '127.0.0.1' } }),
    await metrics({ headers: { 'x-forwarded-for': '203.0.113.9' } }),
  ]
  for (const { statusCode, body } of replies) {
    expect(statusCode).toBe(404)
    expect(body).not.toContain('helioport_')
  }
})

test('the trace id of a browser is in the reply and in the statements; a malformed one is replaced', async () => {
  const owner = await portal.signIn('tracer')
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const ask = (traceparent: string) =>
    portal.app.inject({
      url: '/api/web/v1/stations/00000000-0000-4000-8000-000000000000',
      headers: { cookie: owner.cookie, 'x-requested-with': 'XMLHttpRequest', traceparent },
    })
  const known = await ask(`00-${traceId}-00f067aa0ba902b7-01`)
  expect(known.json<{ traceId: string }>().traceId).toBe(traceId)
  const { rows } = await portal.ownerDb.pool.query<{ query: string }>(
    'select query from pg_stat_activity where datname = current_database() and query like $1',
    [`/* trace ${traceId} */%`],
  )
  expect(rows.length).toBeGreaterThan(0)
  // A malformed id is not adopted.
  const strange = await ask(`00-${traceId}-00f067aa0ba902b7-01 */ drop table account`)
  expect(strange.json<{ traceId: string }>().traceId).toMatch(/^(?!4bf92f)[0-9a-f]{32}$/)
})

const monitoring = (file: string) =>
  readFileSync(new URL(`../../../standalone/deploy/monitoring/${file}`, import.meta.url), 'utf8')

test('every metric that the alert rules and the dashboard name exists', async () => {
  const { groups } = parse(monitoring('alerts.yaml')) as {
    groups: { rules: { alert: string; expr: string; annotations: { description: string } }[] }[]
  }
  const rules = groups.flatMap((group) => group.rules)
  const { panels } = JSON.parse(monitoring('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
  const asked = [...rules, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr).join('\n')
  const named = new Set(asked.match(/\b(helioport|process|nodejs)_\w+/g))
  const { body } = await metrics()
  const told = new Set([...body.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
  expect([...named].filter((name) => !told.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([])
  for (const part of asked.matchAll(/part="(\w+)"/g)) expect(healthParts).toContain(part[1])
  expect(rules.every(({ annotations }) => annotations.description)).toBe(true)
})

/** Another IPv4 address of this machine than 127.0.0.1, if any. */
const [ownAddress = '127.0.0.1'] = Object.values(networkInterfaces()).flatMap((list = []) =>
  list.flatMap(({ family, internal, address }) => (family === 'IPv4' && !internal ? [address] : [])),
)

test('a service that listens only at an address of its machine serves its metrics there', async () => {
  const url = await portal.app.listen({ host: ownAddress, port: 0 })
  expect((await fetch(`${url}/metrics`)).status).toBe(200)
})

test('operators see the health of each part; a wrong clock is a fault, an absent part is not', async () => {
  const operator = await portal.signIn('operator', 'operator')
  const parts = (await operator.call('GET /operator/health')).data
  expect(parts.map(({ part }) => part)).toEqual(healthParts)
  const causeOf = Object.fromEntries(parts.map(({ part, cause }) => [part, cause]))
  // The test's clock differs from the database's.
  expect(causeOf).toMatchObject({
    clock: 'clock.off',
    disk: 'disk.elsewhere',
    replica: 'replica.none',
    mqtt: 'mqtt.none',
  })
  expect(causeOf.database).toMatch(/^database\.(fine|slow)$/)
  const { body } = await metrics()
  expect(body).toContain('helioport_part_state{part="clock",cause="clock.off"} 2')
  const owner = await portal.signIn('nosy')
  expect((await owner.call('GET /operator/health')).response.statusCode).toBe(403)
})
