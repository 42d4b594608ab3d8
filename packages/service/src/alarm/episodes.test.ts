import { episodesIn } from './episodes.ts'

const minute = 60_000
const frames = (...words: number[]) => words.map((errorWord, index) => ({ at: index * 5 * minute, errorWord }))

test('one frame raises nothing', () => {
  expect(episodesIn(frames(0, 1, 0, 1, 0))).toEqual([])
})

test('two frames raise an alarm from the first of them; two frames without the code clear it likewise', () => {
  expect(episodesIn(frames(0, 1, 1, 0, 1, 0, 0, 0))).toEqual([
    { code: 'E1', raisedAt: 5 * minute, clearedAt: 25 * minute },
  ])
})

test('a code that returns within 10 minutes joins the episode; a later one starts another', () => {
  expect(episodesIn(frames(1, 1, 0, 0, 1, 1))).toEqual([{ code: 'E1', raisedAt: 0, clearedAt: null }])
  expect(episodesIn(frames(1, 1, 0, 0, 0, 1, 1, 0, 0))).toEqual([
    { code: 'E1', raisedAt: 0, clearedAt: 10 * minute },
    { code: 'E1', raisedAt: 25 * minute, clearedAt: 35 * minute },
  ])
})

test('codes have separate episodes; the highest bit is a code like any other', () => {
  expect(episodesIn(frames(0x80000001, 0x80000001, 1, 1))).toEqual([
    { code: 'E1', raisedAt: 0, clearedAt: null },
    { code: 'F8', raisedAt: 0, clearedAt: 10 * minute },
  ])
})

test('an episode that was open before continues', () => {
  const open = { code: 'E1', raisedAt: -100, clearedAt: null } as const
  expect(episodesIn(frames(1, 0, 0), [open])).toEqual([{ code: 'E1', raisedAt: -100, clearedAt: 5 * minute }])
})
