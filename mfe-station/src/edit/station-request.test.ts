import { contentOf } from './station-request.ts'
import { emptyValues, type RateValues, type StationValues } from './station-values.ts'

const rate = (change: Partial<RateValues>): RateValues => ({
  key: 'k',
  id: null,
  from: '2026-11-21',
  rate: 0.2,
  bands: [],
  correcting: false,
  ...change,
})
const old = rate({ id: 'a', from: '2024-01-01', rate: 0.1 })
const valuesWith = (change: Partial<StationValues>): StationValues => ({
  ...emptyValues('2026-11-21', 'EUR', 1),
  capacityKwp: 10,
  coefficientPercent: -0.35,
  latitude: 52,
  longitude: 13,
  rates: [old],
  ...change,
})

test('trims texts, sends percents as fractions, and no logger unless one is chosen', () => {
  const { station } = contentOf(
    valuesWith({ name: ' Barn ', collectorSerial: 'SERIAL-OF-A-LOGGER', collectorDeviceId: 'd' }),
    [old],
  )
  expect(station).toMatchObject({
    name: 'Barn',
    temperatureCoefficient: -0.0035,
    collectorSerial: '',
    collectorDeviceId: null,
  })
  expect('price' in station).toBe(false)
})

test('sends only changed and added rates, and the ids of removed ones', () => {
  const [kept, gone] = [rate({ id: 'b', from: '2025-01-01' }), rate({ id: 'c', from: '2026-01-01' })]
  const added = rate({ from: '2027-01-01', bands: [{ days: [5, 1], from: '08:00', to: '20:00', rate: 0.3 }] })
  const corrected = { ...old, rate: 0.5, correcting: true }
  const { rates, removedRates } = contentOf(valuesWith({ rates: [corrected, kept, added] }), [old, kept, gone])
  expect(rates).toEqual([
    { id: 'a', from: '2024-01-01', rate: 0.5, bands: [], correction: true },
    {
      id: null,
      from: '2027-01-01',
      rate: 0.2,
      bands: [{ days: [1, 5], from: '08:00', to: '20:00', rate: 0.3 }],
    },
  ])
  expect(removedRates).toEqual([{ id: 'c' }])
})

test('a new station sends all its rates as corrections', () => {
  const { rates, removedRates } = contentOf(valuesWith({ rates: [rate({}), rate({ from: '2030-01-01' })] }), null)
  expect(rates.map(({ correction }) => correction)).toEqual([true, true])
  expect(removedRates).toEqual([])
})
