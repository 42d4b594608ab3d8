import { deviceSharesOf, firstMarked, medianOf, toggled } from './device-shares.ts'

/** 10 kWp by default. */
const device = (name: string, energyKwh: number | null, kwp = 10) => ({
  deviceId: name,
  name,
  energyKwh,
  specificYield: energyKwh === null ? null : energyKwh / kwp,
  powerW: [],
})

test('the best device has the full bar; deviations are relative to the median', () => {
  const shares = deviceSharesOf([device('a', 100), device('b', 80), device('c', 40)])
  expect(shares.map((share) => share.ofBest)).toEqual([1, 0.8, 0.4])
  expect(shares.map((share) => share.againstMiddle)).toEqual([0.25, 0, -0.5])
})

test('compares devices by energy per kWp, not by energy', () => {
  // 0.56 kWh/kWp each: 56 kWh of 100 kWp, 36.4 of 65.
  const shares = deviceSharesOf([device('large', 56, 100), device('small', 36.4, 65)])
  expect(shares.map((share) => share.againstMiddle)).toEqual([expect.closeTo(0, 9), expect.closeTo(0, 9)])
  expect(shares.map((share) => share.ofBest)).toEqual([1, expect.closeTo(1, 9)])
})

test('a device of unknown energy has no bar and no comparison, and does not move the median', () => {
  const shares = deviceSharesOf([device('a', 100), device('b', null), device('c', 100)])
  expect(shares[1]).toMatchObject({ ofBest: 0, againstMiddle: null })
  expect(shares[0]?.againstMiddle).toBe(0)
})

test('compares nothing while all energies are zero', () => {
  expect(deviceSharesOf([device('a', 0), device('b', 0)]).map((share) => share.againstMiddle)).toEqual([null, null])
})

test('the median ignores unknown values', () => {
  expect(medianOf([5, null, 1, 9])).toBe(5)
  expect(medianOf([1, 2])).toBe(1.5)
  expect(medianOf([null])).toBeNull()
})

test('selects the weak devices for the chart, the weakest first', () => {
  const shares = deviceSharesOf([
    device('a', 100),
    device('b', 80),
    device('c', null),
    device('d', 60),
    device('e', 101),
  ])
  expect(firstMarked(shares)).toEqual(['d', 'b'])
})

test('selects the first device when none is weak', () => {
  expect(firstMarked(deviceSharesOf([device('a', 100), device('b', 97)]))).toEqual(['a'])
  expect(firstMarked([])).toEqual([])
})

test('toggling adds a device, removes it again, and replaces the first by a fifth', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
  expect(toggled(['a', 'b', 'c', 'd'], 'e')).toEqual(['b', 'c', 'd', 'e'])
})
