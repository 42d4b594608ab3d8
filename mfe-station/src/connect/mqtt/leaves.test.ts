import { applyMapping } from '@helioport/contract/mapping'
import { isBroken, leavesOf } from './leaves.ts'

test.each([
  ['412.3', [['', '412.3', true]]],
  ['online', [['', 'online', false]]],
  ['"5"', [['', '5', true]]],
  [
    '{"ENERGY":{"Power":[1,2],"a.b":3},"x":null}',
    [
      ['ENERGY.Power.0', '1', true],
      ['ENERGY.Power.1', '2', true],
      ['/ENERGY/a.b', '3', true],
      ['x', 'null', false],
    ],
  ],
])('lists the clickable values of %s', (payload, expected) =>
  expect(leavesOf(payload).map(({ path, text, isNumber }) => [path, text, isNumber])).toEqual(expected),
)

test('a mapping with a listed path reads the value that was clicked', () => {
  const payload = '{"a":{"b/c":{"d~e":1}},"f":[{"g":2}],"":{"h":3}}'
  for (const { path, text } of leavesOf(payload)) {
    const mapping = {
      topic: 't',
      serial: { from: 'fixed' as const, serial: 'INV-1' },
      fields: [{ field: 'powerW' as const, path, unit: 'W' as const }],
    }
    expect(applyMapping({ topic: 't', payload }, mapping, 0).part?.values).toEqual({ powerW: Number(text) })
  }
})

test('lists 60 of thousands of values, and none of a payload nested 5,000 deep', () => {
  expect(leavesOf(JSON.stringify(Array.from({ length: 5_000 }, (_, nth) => nth)))).toHaveLength(60)
  expect(leavesOf(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)).toEqual([])
})

test.each([
  ['{"power": 12', true],
  ['[1, 2', true],
  ['{"power": NaN}', true],
  ['{"power": 12}', false],
  ['unavailable', false],
  ['', false],
])('%s is broken JSON: %s', (payload, expected) => expect(isBroken(payload)).toBe(expected))
