import { outcomeOf } from './use-command-columns.tsx'

test.each([
  [{ total: 3, open: 1, done: 1, failed: 1 }, 'open'],
  [{ total: 3, open: 0, done: 3, failed: 0 }, 'done'],
  [{ total: 3, open: 0, done: 2, failed: 1 }, 'partly'],
  [{ total: 3, open: 0, done: 0, failed: 3 }, 'failed'],
] as const)('%p is %s', (counts, outcome) => {
  expect(outcomeOf(counts)).toBe(outcome)
})
