import { satisfiesHostApi } from './host-api.ts'

test.each([
  ['^1.0.0', '1.0.0', true],
  ['^1.0.0', '1.4.2', true],
  ['^1.2.3', '1.2.3', true],
  ['^1.2.3', '1.2.2', false],
  ['^1.2.3', '1.1.9', false],
  ['^1.0.0', '2.0.0', false],
  ['^2.0.0', '1.9.9', false],
  ['1', '1.0.0', false],
  ['', '1.0.0', false],
])('range %s accepts host API %s: %s', (range, version, fits) => {
  expect(satisfiesHostApi(range, version)).toBe(fits)
})
