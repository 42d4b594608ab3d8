import { isNotHere, tabOf } from './device-address.ts'

test.each([
  [undefined, 'charts'],
  ['chart', 'charts'],
  ['charts', 'charts'],
  ['information', 'information'],
  ['alarms', 'alarms'],
  ['parameter', 'parameter'],
])('tab key %p shows %p', (tabKey, tab) => {
  expect(tabOf(tabKey)).toBe(tab)
})

test.each(['parameters', 'Charts', '', '__proto__'])('tab key %p is unknown', (tabKey) => {
  expect(tabOf(tabKey)).toBeUndefined()
})

test('notFound is a missing device; a temporary failure is not', () => {
  expect(isNotHere('notFound')).toBe(true)
  expect(isNotHere('client.timeout')).toBe(false)
  expect(isNotHere('service.databaseDown')).toBe(false)
})
