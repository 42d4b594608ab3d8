import { sweepLabels } from './sweep-labels.ts'

const words = { date: (day: string) => day, dateTime: (instant: string, zone: string) => `${instant} in ${zone}` }
const at = (scannedAt: string) => ({ scannedAt })

test('labels a scan with its day in the station’s time zone, not in UTC', () => {
  expect(sweepLabels([at('2026-06-01T23:30:00.000Z'), at('2026-06-03T02:00:00.000Z')], 'Asia/Taipei', words)).toEqual([
    '2026-06-02',
    '2026-06-03',
  ])
})

test('labels two scans of one day with their times', () => {
  const labels = sweepLabels([at('2026-06-01T23:30:00.000Z'), at('2026-06-02T02:00:00.000Z')], 'Asia/Taipei', words)
  expect(labels).toEqual(['2026-06-01T23:30:00.000Z in Asia/Taipei', '2026-06-02T02:00:00.000Z in Asia/Taipei'])
})
