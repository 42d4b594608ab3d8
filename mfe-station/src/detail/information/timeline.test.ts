import { spansOf } from './timeline.ts'

test('each rate ends on the day before the next one; one is in force today', () => {
  const spans = spansOf([{ from: '2026-11-21' }, { from: '2024-03-01' }, { from: '2027-01-01' }], '2026-11-21')
  expect(spans).toEqual([
    { item: { from: '2027-01-01' }, until: null, when: 'later' },
    { item: { from: '2026-11-21' }, until: '2026-12-31', when: 'now' },
    { item: { from: '2024-03-01' }, until: '2026-11-20', when: 'over' },
  ])
})

test('the first rate is in force even before its start', () => {
  expect(spansOf([{ from: '2027-01-01' }], '2026-11-21')[0]?.when).toBe('now')
})
