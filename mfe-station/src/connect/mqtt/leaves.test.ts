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
])('%s has the values that can be clicked', (payload, expected) =>
  expect(leavesOf(payload).map(({ path, text, isNumber }) => [path, text, isNumber])).toEqual(expected),
)

test('each path leads a mapping to the value it was clicked at', () => {
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

test('a payload of thousands of values, or nested without end, shows some', () => {
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
])('%s is broken: %s', (payload, expected) => expect(isBroken(payload)).toBe(expected))
