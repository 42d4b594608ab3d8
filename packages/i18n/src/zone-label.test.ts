import { accountTimeZoneOffsets } from '@helioport/contract'
import { clockAt, zoneLabel } from './zone-label.ts'

test('labels whole and half hours east and west of UTC', () => {
  expect([330, 480, 0, -120, -600].map(zoneLabel)).toEqual([
    'UTC+05:30',
    'UTC+08:00',
    'UTC+00:00',
    'UTC\u221202:00',
    'UTC\u221210:00',
  ])
})

test('the 18 zone offsets have 18 distinct labels', () => {
  expect(new Set(accountTimeZoneOffsets.map(zoneLabel)).size).toBe(18)
})

test('shifts a time by the offset of a zone', () => {
  const now = Date.parse('2026-11-21T20:15:00Z')
  expect(new Date(clockAt(now, 330)).toISOString()).toBe('2026-11-22T01:45:00.000Z')
})
