import { makeReport, matrixText, missed, shareOf, shortSize } from './report.ts'

const report = makeReport(7, shortSize, () => 0)

test('from 600 W/m2 names at least 97 % of faults right, flags no sound string and meets the limits', () => {
  const rows = Object.entries(report.bright)
  const right = rows.reduce((sum, [truth, row]) => sum + shareOf(row, truth).right * shareOf(row, truth).all, 0)
  const all = rows.reduce((sum, [truth, row]) => sum + shareOf(row, truth).all, 0)
  expect(all).toBeGreaterThan(70)
  expect(right / all).toBeGreaterThanOrEqual(0.97)
  expect(report.bright['healthy']).toEqual({ healthy: shareOf(report.bright['healthy'], 'healthy').all })
  expect(report.healthy.strings).toBeGreaterThan(40)
  expect(report.healthy.flagged).toBe(0)
  expect(report.real.flagged).toBe(report.real.asSoiledAlike)
  expect(missed({ ...report, bright: {}, dim: {}, real: { ...report.real, flagged: 0 } })).toEqual([])
})

test('under 600 W/m2 names no fault wrong', () => {
  for (const [truth, row] of Object.entries(report.dim)) expect([truth, shareOf(row, truth).wrong]).toEqual([truth, 0])
})

test('reports every limit that is missed, and has a row of the matrix for each fault', () => {
  const worse = { ...report, healthy: { strings: 1000, flagged: 2 }, bright: { shade: { shade: 9, healthy: 1 } } }
  expect(missed(worse)).toEqual([
    'shade from 600 W/m2 is named right in 90.00 % of 10',
    '2 of 1000 sound strings are flagged',
  ])
  expect(matrixText(worse.bright).split('\n')[2]).toBe('| shade | 9 | 1 | 90.0 % |')
})
