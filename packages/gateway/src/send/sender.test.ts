import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { IngestBatch } from '@helioport/contract/ingest'
import { Backlog } from '../backlog/backlog.ts'
import { trouble, wordsOf } from '../source/trouble.ts'
import type { Delivery } from './ingest-door.ts'
import { Sender } from './sender.ts'

const start = Date.parse('2026-06-21T10:00:00Z')
const minute = 60_000

/** A portal with configured answers: unknown serials are refused row by row. */
function world(folder = mkdtempSync(join(tmpdir(), 'backlog-'))) {
  const portal = {
    away: null as Delivery | null,
    unknown: new Set<string>(),
    batches: [] as IngestBatch[],
    now: start,
    said: [] as string[],
    /** Times of the accepted rows, in order of arrival. */
    taken: [] as number[],
  }
  const backlog = new Backlog(folder)
  const sender = new Sender({
    door: {
      deliver: async (_key, _serial, body): Promise<Delivery> => {
        const batch = JSON.parse(gunzipSync(body).toString()) as IngestBatch
        portal.batches.push(batch)
        if (portal.away) return portal.away
        const rejected = batch.devices.flatMap(({ serial }, index) =>
          portal.unknown.has(serial) ? [{ list: 'devices' as const, index, code: 'row.unknownSerial' }] : [],
        )
        portal.taken.push(...batch.devices.filter(({ serial }) => !portal.unknown.has(serial)).map(({ at }) => at))
        const accepted = batch.devices.length - rejected.length
        return { kind: 'accepted', reply: { accepted, duplicates: 0, rejected, serverTime: portal.now + 4000 } }
      },
    },
    serial: 'GW-1',
    key: 'key',
    firmware: 'helioport-gateway test',
    backlog,
    now: () => portal.now,
    say: (text) => portal.said.push(text),
  })
  const round = async (...serials: string[]) => {
    const at = portal.now
    const devices = serials.map((serial) => ({ serial, at, powerW: 1 }))
    await sender.send(await backlog.add({ devices, sensors: [] }, at))
    portal.now += minute
  }
  return { portal, backlog, sender, round, folder }
}

test('after an outage of the portal sends the newest batch first, then the backlog, oldest first', async () => {
  const { portal, backlog, sender, round } = world()
  portal.away = { kind: 'unavailable', reason: 'connection refused' }
  for (let i = 0; i < 5; i++) await round('A-1234')
  expect([backlog.rows, sender.state.trouble]).toEqual([5, trouble('own.portalAway', { reason: 'connection refused' })])
  portal.away = null
  portal.now += 10 * minute
  await round('A-1234')
  const live = start + 15 * minute
  expect(portal.taken).toEqual([live, ...[0, 1, 2, 3, 4].map((i) => start + i * minute)])
  expect([backlog.rows, sender.state.trouble, sender.state.clockOffsetMs]).toEqual([0, null, 4000])
  expect(portal.batches.at(-1)?.firmware).toBe('helioport-gateway test')
  // Five rows wait after the live batch, then none; nor behind the next live batch.
  await round('A-1234')
  expect(portal.batches.slice(-3).map(({ backlogRows }) => backlogRows)).toEqual([5, 0, 0])
})

test('a restart keeps the backlog; a corrupt file in it is skipped', async () => {
  const { portal, round, folder } = world()
  portal.away = { kind: 'unavailable', reason: 'HTTP 503' }
  for (let i = 0; i < 4; i++) await round('A-1234')
  const [spoiled] = readdirSync(folder).sort()
  writeFileSync(join(folder, spoiled ?? ''), '{"devices":[{"ser')
  const again = world(folder)
  expect(again.backlog.rows).toBe(4)
  await again.sender.send(null)
  expect(again.portal.taken).toEqual([1, 2, 3].map((i) => start + i * minute))
  expect(again.backlog.rows).toBe(0)
})

test('rows of a device unknown to the portal wait until the portal accepts it', async () => {
  const { portal, backlog, sender, round } = world()
  portal.unknown.add('NEW-1')
  for (let i = 0; i < 3; i++) await round('A-1234', 'NEW-1')
  expect(sender.state.unknownSerials).toEqual(['NEW-1'])
  expect(backlog.rows).toBe(3)
  const sentBefore = portal.batches.length
  await round('A-1234', 'NEW-1')
  // Waiting rows are not resent every round.
  expect(portal.batches.length - sentBefore).toBe(1)
  portal.unknown.clear()
  await round('A-1234', 'NEW-1')
  expect(backlog.rows).toBe(0)
  expect(portal.taken.filter((at) => at === start)).toHaveLength(2)
})

test('sends nothing until the end of the portal’s Retry-After', async () => {
  const { portal, round } = world()
  portal.away = { kind: 'unavailable', reason: 'HTTP 429', retryAfterMs: 10 * minute }
  for (let i = 0; i < 9; i++) await round('A-1234')
  expect(portal.batches).toHaveLength(1)
})

test('a wrong key keeps the backlog; a batch refused as malformed is dropped', async () => {
  const { portal, backlog, sender, round } = world()
  portal.away = { kind: 'refused', status: 401, errorCode: 'logger.keyWrong' }
  await round('A-1234')
  expect(backlog.rows).toBe(1)
  expect(sender.state.trouble && wordsOf(sender.state.trouble)).toMatch(/revoked.*HELIOPORT_KEY/)
  portal.away = { kind: 'refused', status: 400, errorCode: 'request.malformed' }
  portal.now += 10 * minute
  await round('A-1234')
  expect(backlog.rows).toBe(0)
  expect(portal.said.join()).toContain('request.malformed')
})

test('drops backlog older than 30 days', async () => {
  const { portal, backlog, round } = world()
  portal.away = { kind: 'unavailable', reason: 'away' }
  await round('A-1234', 'B-1234')
  expect(await backlog.dropOld(portal.now + 29 * 1440 * minute)).toBe(0)
  expect(await backlog.dropOld(portal.now + 30 * 1440 * minute)).toBe(2)
})
