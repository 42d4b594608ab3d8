import { incomeByCurrency } from './money.ts'

test('every currency has its own sum', () => {
  const sums = incomeByCurrency([
    { currency: 'TWD', incomeToday: 100 },
    { currency: 'EUR', incomeToday: 7.5 },
    { currency: 'TWD', incomeToday: 20 },
  ])
  expect(sums).toEqual([
    { currency: 'TWD', amount: 120, stations: 2, unknown: 0 },
    { currency: 'EUR', amount: 7.5, stations: 1, unknown: 0 },
  ])
})

test('an unknown income is not zero: it is counted as unknown', () => {
  expect(
    incomeByCurrency([
      { currency: 'BRL', incomeToday: null },
      { currency: 'USD', incomeToday: 0 },
      { currency: 'USD', incomeToday: null },
    ]),
  ).toEqual([
    { currency: 'USD', amount: 0, stations: 2, unknown: 1 },
    { currency: 'BRL', amount: null, stations: 1, unknown: 1 },
  ])
})

test('negative prices lower the sum', () => {
  expect(
    incomeByCurrency([
      { currency: 'EUR', incomeToday: -2 },
      { currency: 'EUR', incomeToday: 3 },
    ])[0]?.amount,
  ).toBe(1)
})

test('no station, no sum', () => {
  expect(incomeByCurrency([])).toEqual([])
})
