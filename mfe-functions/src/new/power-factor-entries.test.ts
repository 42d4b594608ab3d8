import { commandBody, firstEntries, powerFactorOf, typedDirection } from './power-factor-entries.ts'

test('the direction is the sign', () => {
  expect(powerFactorOf({ direction: 'inject', magnitude: 0.95 })).toBe(0.95)
  expect(powerFactorOf({ direction: 'absorb', magnitude: 0.95 })).toBe(-0.95)
  expect(powerFactorOf({ direction: 'absorb', magnitude: -0.95 })).toBe(-0.95)
})

test.each([
  ['-0.9', 'absorb'],
  [' −0,9', 'absorb'],
  ['+0.9', 'inject'],
  ['0.9', undefined],
  ['', undefined],
])('a typed sign says the direction: "%s"', (text, direction) => {
  expect(typedDirection(text)).toBe(direction)
})

test('what inverters do not take is no power factor, and neither is an empty field', () => {
  for (const magnitude of [null, 0, 0.5, -0.5, 1.2, 0.9005])
    expect(powerFactorOf({ direction: 'inject', magnitude })).toBeNull()
})

test('a timer and a canary are sent only where they were asked for', () => {
  const entries = { ...firstEntries, magnitude: 0.9 }
  expect(commandBody(['d1'], entries)).toEqual({ deviceIds: ['d1'], powerFactor: 0.9 })
  expect(commandBody(['d1', 'd2'], { ...entries, revertAfterMinutes: 60, canary: true })).toEqual({
    deviceIds: ['d1', 'd2'],
    powerFactor: 0.9,
    revertAfterMinutes: 60,
    canary: true,
  })
})
