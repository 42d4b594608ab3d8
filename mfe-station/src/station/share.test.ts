import { createFormat } from '@helioport/i18n'
import { shareOfCapacity, shareText } from './share.ts'

test('the share of the rated power is zero for consumption and unknown for unknown power', () => {
  expect(shareOfCapacity(25_000, 100)).toBe(0.25)
  expect(shareOfCapacity(null, 100)).toBeNull()
  expect(shareOfCapacity(-624, 7534)).toBe(0)
})

test('a share below 1 % keeps one decimal', () => {
  const format = createFormat('en-US')
  expect([0, 0.002, 0.0094, 0.0096, 0.43, 1.02].map((share) => shareText(share, format))).toEqual([
    '0%',
    '0.2%',
    '0.9%',
    '1%',
    '43%',
    '102%',
  ])
  expect(shareText(null, format)).toBe('–')
})
