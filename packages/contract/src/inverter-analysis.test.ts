import { deadSpells, readShares, writeShares } from './inverter-analysis.ts'

test('shares come back to two percent; what is unknown stays unknown, what is too much is the most', () => {
  expect(readShares(writeShares([0, 0.5, 0.87, 1, null, 3]))).toEqual([0, 0.5, 0.88, 1, null, 1.22])
})

test('a string is dead where next to nothing came for an hour, however long nothing was known between', () => {
  const [dead, alive] = [0.1, 0.9]
  expect(deadSpells([dead, dead, dead, alive])).toEqual([false, false, false, false])
  expect(deadSpells([alive, dead, dead, null, dead, dead, alive])).toEqual([
    false,
    true,
    true,
    false,
    true,
    true,
    false,
  ])
  expect(deadSpells([dead, dead, dead, alive, dead])).not.toContain(true)
  // Rounding for transport does not change the result.
  const near = [0.196, 0.196, 0.196, 0.196]
  expect(deadSpells(near)).toEqual(deadSpells(readShares(writeShares(near))))
})
