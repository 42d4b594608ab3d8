import { stepsOf } from './share-colours.ts'

const [worst, low, fine] = [5, 4, 0]

test('the colour of what is dead is for an hour without current, as the findings have it; a shorter one has that before it', () => {
  expect(stepsOf([1, 0, 0, 0, 1])).toEqual([fine, low, low, low, fine])
  expect(stepsOf([1, 0, 0, null, 0, 0, 0.3])).toEqual([fine, worst, worst, null, worst, worst, low])
})
