import { outcomeOf } from './use-command-columns.tsx'

test.each([
  [{ total: 3, open: 1, done: 1, failed: 1, cancelled: 0 }, 'open'],
  [{ total: 3, open: 0, done: 3, failed: 0, cancelled: 0 }, 'done'],
  [{ total: 3, open: 0, done: 2, failed: 1, cancelled: 1 }, 'partly'],
  [{ total: 3, open: 0, done: 0, failed: 3, cancelled: 2 }, 'failed'],
  [{ total: 3, open: 0, done: 0, failed: 3, cancelled: 3 }, 'cancelled'],
] as const)('%p is %s', (counts, outcome) => {
  expect(outcomeOf(counts)).toBe(outcome)
})
