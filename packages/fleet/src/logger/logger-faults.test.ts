import type { IngestBatch } from '@helioport/contract/ingest'
import { play } from '../scenario/play.ts'
import type { Values } from '../switchboard/kind.ts'
import { createSwitchboard } from '../switchboard/switchboard.ts'
import { freiburg } from '../world/germany.ts'
import { quartzErrorMs } from './logger-clock.ts'

const noon = Date.UTC(2026, 5, 21, 10)
const minute = 60_000
const spec = freiburg(1)

interface Fault {
  behaviour: string
  parameters?: Values
  /** Minutes from noon. */
  from?: number
  to?: number
}

async function live(minutes: number, fault?: Fault) {
  const board = createSwitchboard([spec], 1)
  if (fault) {
    const { behaviour, parameters, from = 0, to } = fault
    board.switchOn({
      plant: spec.key,
      behaviour,
      parameters,
      from: noon + from * minute,
      to: to === undefined ? null : noon + to * minute,
    })
  }
  return play({ plants: [spec], board, seed: 1, from: noon, to: noon + minutes * minute + 30_000 })
}
const times = ({ batch }: { batch: IngestBatch }) => [...new Set(batch.devices.map((frame) => frame.at))]
const frames = (uploads: Awaited<ReturnType<typeof live>>) =>
  new Map(uploads.flatMap(({ batch }) => batch.devices).map((f) => [`${f.serial} ${f.at}`, JSON.stringify(f)]))

test('without faults: one upload per tick, ascending seq, clock within 3 s, uptime of the process', async () => {
  const uploads = await live(60)
  expect(uploads).toHaveLength(12)
  for (const [i, { batch, sentAt }] of uploads.entries()) {
    expect(batch.seq).toBe(i)
    expect(Math.abs(batch.loggerTime - sentAt)).toBeLessThan(3000)
    expect(batch.uptimeS).toBe(Math.floor((sentAt - noon) / 1000))
  }
})

test('the same seed and clock give the same bytes, also with an outage', async () => {
  const bytes = (uploads: Awaited<ReturnType<typeof live>>) =>
    uploads.map(({ sentAt, body }) => `${sentAt} ${Buffer.from(body).toString('base64')}`)
  const first = bytes(await live(60, { behaviour: 'loggerOffline', from: 12, to: 31 }))
  expect(bytes(await live(60, { behaviour: 'loggerOffline', from: 12, to: 31 }))).toEqual(first)
  expect(bytes(await live(60))).not.toEqual(first)
})

test('offline: no uploads; then the newest tick first, the backlog oldest first, nothing lost or changed', async () => {
  const uploads = await live(120, { behaviour: 'loggerOffline', from: 21, to: 71 })
  expect(uploads.filter(({ sentAt }) => sentAt >= noon + 21 * minute && sentAt < noon + 71 * minute)).toEqual([])
  const after = uploads.filter(({ sentAt }) => sentAt >= noon + 71 * minute)
  // The back-off is at most a minute by then.
  expect(after[0]?.sentAt).toBeLessThan(noon + 72 * minute + 1)
  expect(after[0] && times(after[0])).toEqual([noon + 70 * minute])
  const backlog = after[1] ? times(after[1]) : []
  expect(backlog[0]).toBe(noon + 25 * minute)
  expect(backlog).toEqual(backlog.toSorted((a, b) => a - b))
  expect(frames(uploads)).toEqual(frames(await live(120)))
})

test('duplicateFrames sends the same bytes twice', async () => {
  const uploads = await live(30, { behaviour: 'duplicateFrames', parameters: { times: 1 } })
  expect(uploads).toHaveLength(12)
  for (let i = 0; i < uploads.length; i += 2) expect(uploads[i + 1]?.body).toEqual(uploads[i]?.body)
})

test('lateFrames sends frames at least 12 minutes late; nothing is missing afterwards', async () => {
  const uploads = await live(90, { behaviour: 'lateFrames', parameters: { minutes: 12 }, to: 45 })
  for (const upload of uploads.filter(({ sentAt }) => sentAt < noon + 45 * minute)) {
    for (const at of times(upload)) expect(upload.sentAt - at).toBeGreaterThanOrEqual(12 * minute)
  }
  expect(frames(uploads)).toEqual(frames(await live(90)))
})

test('clockError shifts logger time and measurement times alike; values are those of the true time', async () => {
  const uploads = await live(30, { behaviour: 'clockError', parameters: { offsetS: 3600 } })
  const sound = await live(30)
  for (const [i, { batch, sentAt }] of uploads.entries()) {
    expect(Math.abs(batch.loggerTime - sentAt - 3_600_000)).toBeLessThan(3000)
    expect(batch.devices.map((f) => ({ ...f, at: f.at - 3_600_000 }))).toEqual(sound[i]?.batch.devices)
  }
})

test('loggerRestart: silent for three minutes, uptime restarts, seq continues', async () => {
  const uploads = await live(40, { behaviour: 'loggerRestart', parameters: { awayMinutes: 3 }, from: 14 })
  const backAt = noon + 17 * minute
  const after = uploads.filter(({ sentAt }) => sentAt > backAt)
  expect(after[0]?.batch.uptimeS).toBe(Math.floor(((after[0]?.sentAt ?? 0) - backAt) / 1000))
  expect(uploads.map(({ batch }) => batch.seq)).toEqual([...uploads.keys()])
  expect(frames(uploads)).toEqual(frames(await live(40)))
})

test('a logger’s clock drifts by less than 3 s, is set once a day, and differs per logger', () => {
  const hour = 3_600_000
  for (const serial of ['a', 'b', 'c']) {
    const error = quartzErrorMs(1, serial)
    const errors = Array.from({ length: 24 * 10 }, (_, i) => error(noon + i * hour))
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(2800)
    const steps = errors.slice(1).map((value, i) => value - (errors[i] ?? 0))
    const usual = steps.toSorted((a, b) => a - b)[120] ?? 0
    const jumps = steps.filter((step) => Math.abs(step - usual) > 4 * Math.abs(usual))
    expect(jumps.length === 9 || jumps.length === 10).toBe(true)
  }
  expect(quartzErrorMs(1, 'a')(noon)).not.toBe(quartzErrorMs(1, 'b')(noon))
})
