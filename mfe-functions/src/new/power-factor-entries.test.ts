import { commandBody, firstEntries, powerFactorOf, typedDirection } from './power-factor-entries.ts'

test('the direction gives the sign of the power factor', () => {
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
])('a typed sign selects the direction: "%s"', (text, direction) => {
  expect(typedDirection(text)).toBe(direction)
})

test('an empty field or a value that inverters refuse gives no power factor', () => {
  for (const magnitude of [null, 0, 0.5, -0.5, 1.2, 0.9005])
    expect(powerFactorOf({ direction: 'inject', magnitude })).toBeNull()
})

test('sends a timer and a canary only when chosen', () => {
  const entries = { ...firstEntries, magnitude: 0.9 }
  expect(commandBody(['d1'], entries)).toEqual({ deviceIds: ['d1'], powerFactor: 0.9 })
  expect(commandBody(['d1', 'd2'], { ...entries, revertAfterMinutes: 60, canary: true })).toEqual({
    deviceIds: ['d1', 'd2'],
    powerFactor: 0.9,
    revertAfterMinutes: 60,
    canary: true,
  })
})
