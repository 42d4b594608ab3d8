import type { IvSweep } from '@helioport/contract'
import { anyCurve } from '../any-curve.ts'
import { trendOf } from './string-trend.ts'

const { figures } = anyCurve(1)
const sweepOf = (scannedAt: string, powerW: number | null): IvSweep => ({
  ivScanId: scannedAt,
  scannedAt: `${scannedAt}T10:00:00.000Z`,
  irradianceWm2: 900,
  moduleC: 45,
  figures,
  stc: powerW === null ? null : { ...figures, pmpW: powerW },
})
const days = ['2026-01-01', '2026-03-01', '2026-05-01', '2026-07-01']
const trend = (...powers: (number | null)[]) => trendOf(powers.map((power, nth) => sweepOf(days[nth] ?? '', power)))

test('a gradual loss has its last whole scan, its first lower scan and its rate per month', () => {
  expect(trend(5000, 4950, 4500, 4000)).toMatchObject({
    kind: 'gradual',
    share: expect.closeTo(-0.2, 9),
    wholeAt: '2026-03-01T10:00:00.000Z',
    lessAt: '2026-05-01T10:00:00.000Z',
    perMonth: expect.closeTo((-0.2 / 122) * 30.44, 6),
  })
})

test('a sudden loss has no rate; one seen only in the newest scan is "once"', () => {
  expect(trend(5000, 4000, 4010, 3990)).toMatchObject({
    kind: 'step',
    perMonth: null,
    lessAt: expect.stringMatching(/^2026-03/),
  })
  expect(trend(5000, 5010, 4900, 4000)).toMatchObject({ kind: 'once', wholeAt: expect.stringMatching(/^2026-05/) })
})

test('a difference within the correction’s noise and a repaired fault are "steady"', () => {
  expect(trend(5000, 4950, 4900, 4920)).toMatchObject({ kind: 'steady', scans: 4, share: expect.closeTo(-0.016, 6) })
  expect(trend(5000, 4000, 5000)).toMatchObject({ kind: 'steady' })
})

test('ignores scans without irradiance or temperature; a single scan has no trend', () => {
  expect(trend(5000, null, 4500, 4000)).toMatchObject({ wholeAt: '2026-01-01T10:00:00.000Z' })
  expect(trend(5000, null)).toBeNull()
})
