import { stepsOf } from './share-colours.ts'

const [worst, low, fine] = [5, 4, 0]

test('an hour without current has the colour of a dead string; a shorter time has the next milder one', () => {
  expect(stepsOf([1, 0, 0, 0, 1])).toEqual([fine, low, low, low, fine])
  expect(stepsOf([1, 0, 0, null, 0, 0, 0.3])).toEqual([fine, worst, worst, null, worst, worst, low])
})
