import { frameHolds, usualInterval } from './interval.ts'

const minute = 60_000
/** Instants after each of these steps (min), from 0 on. */
const after = (...steps: number[]) => {
  let at = 0
  return [0, ...steps.map((step) => (at += step * minute))]
}
const times = (count: number, step: number) => Array.from({ length: count }, () => step)
const held = (instants: readonly number[]) => frameHolds(instants, 5 * minute).map(({ heldMs }) => heldMs / minute)
const bridged = (instants: readonly number[]) =>
  frameHolds(instants, 5 * minute).map(({ bridgedMs }) => bridgedMs / minute)

test.each([1, 5, 10, 15, 30, 60])('frames every %d min hold for that interval, the last one too', (step) => {
  expect(held(after(...times(6, step)))).toEqual(times(7, step))
  expect(usualInterval(after(...times(4, step)))).toBe(step * minute)
})

test('the frame before a silence holds for one interval', () => {
  const instants = after(...times(5, 15), 120, ...times(5, 15))
  expect(held(instants)).toEqual(times(12, 15))
  expect(bridged(instants)).toEqual(times(12, 15))
})

test('one missing frame is a gap in the curve and bridged in the energy', () => {
  const instants = after(...times(5, 15), 30, ...times(5, 15))
  expect(held(instants)).toEqual(times(12, 15))
  expect(bridged(instants)).toEqual([...times(5, 15), 30, ...times(6, 15)])
})

test('irregular frames hold until the next one', () => {
  const steps = [7, 19, 12, 23, 9, 16, 21, 11, 8, 18]
  expect(held(after(...steps)).slice(0, -1)).toEqual(steps)
})

test('a few short steps among irregular frames cause no gaps', () => {
  const steps = [9, 14, 5, 16, 4, 17, 4, 12, 5, 17, 8, 15, 4, 11, 16, 7]
  expect(held(after(...steps)).slice(0, -1)).toEqual(steps)
})

test('each frame holds for its own interval when the logger changes it within the day', () => {
  const steps = [...times(6, 5), ...times(4, 60), ...times(6, 15)]
  expect(held(after(...steps))).toEqual([...steps, 15])
})

test('many lost frames do not lengthen the interval; too few frames give none', () => {
  const lossy = after(5, 15, 5, 40, 5, 10, 5, 20, 5, 5)
  expect(usualInterval(lossy)).toBe(5 * minute)
  expect(bridged(lossy)).toEqual([5, 15, 5, 5, 5, 10, 5, 5, 5, 5, 5])
  expect(held(after(60, 60))).toEqual([5, 5, 5])
  expect(frameHolds(after(60), 60 * minute).map(({ heldMs }) => heldMs / minute)).toEqual([60, 60])
})

test('steps of 3 hours are silences, even when they are regular', () => {
  expect(held(after(180, 180, 180)).every((minutes) => minutes === 5)).toBe(true)
})
