import { deadSpells, readShares, writeShares } from './inverter-analysis.ts'

test('shares are encoded in steps of 2 %; null stays null, larger values are capped at 1.22', () => {
  expect(readShares(writeShares([0, 0.5, 0.87, 1, null, 3]))).toEqual([0, 0.5, 0.88, 1, null, 1.22])
})

test('a string is dead after an hour of low share; unknown bins do not interrupt the hour', () => {
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
