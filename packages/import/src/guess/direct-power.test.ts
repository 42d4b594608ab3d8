import '@helioport/time/node'
import { daySums, guessFiles, planOf, readPlant, sourceRows } from '../index.ts'
import { csvFile } from '../testing/make-file.ts'
import { kindOf, unitIn } from './guess-column.ts'

test.each([
  'DC Power (kW)',
  'dc_power [W]',
  'DC power',
  'P DC [kW]',
  'P_DC',
  'PDC (W)',
  'DC (kW)',
  'DC Input (kW)',
  'Inverter DC Input kW',
  'Total DC power (kW)',
  'DC-Leistung (kW)',
  'Eingangsleistung (kW)',
  'Potência CC (kW)',
  'Potência DC (kW)',
  'MPPT power (kW)',
  'Array power (kW)',
  '直流功率(kW)',
  '直流输入功率(kW)',
])('%s is DC power', (heading) => {
  expect(kindOf(heading, unitIn(heading))).toBe('dcPower')
})

test.each([
  'DC energy (kWh)',
  'DC yield (kWh)',
  'E_DC (kWh)',
  'Energie DC (kWh)',
  '直流电量(kWh)',
  'DC energy total (kWh)',
  'MPPT 1 (kW)',
  'String 3 power (W)',
  'MPPT2 energy (kWh)',
  'DC current (A)',
  'DC voltage (V)',
])('%s is ignored: neither energy nor power of the inverter', (heading) => {
  expect(kindOf(heading, unitIn(heading))).toBe('ignore')
})

test.each(['AC power (kW)', 'Power (kW)', 'PV power (kW)', 'Roof (kW)', 'Pac (W)', 'Inverter 1 power (kW)'])(
  '%s is AC power',
  (heading) => {
    expect(kindOf(heading, unitIn(heading))).toBe('power')
  },
)

test('a file with DC power alone is read as DC power and has no daily energy', async () => {
  const devices = [{ id: 'a', name: 'Roof', serial: 'SN-1001', ratedPowerW: 10_000 }]
  const lines = Array.from({ length: 24 }, (_, hour) => `2026-07-01 ${String(hour).padStart(2, '0')}:00,${hour / 4}`)
  const file = csvFile(['Time,DC input (kW)', ...lines].join('\n'))
  const guess = await guessFiles([file], { zone: 'Europe/Berlin', devices })
  const plan = planOf({ ...guess, intervalMinutes: null }, devices)
  const sources = sourceRows(await readPlant([file], plan), plan)
  expect(sources.map(({ rows }) => rows.at(8))).toEqual([[Date.UTC(2026, 6, 1, 6), null, 2000, null, null]])
  expect(daySums(sources, 'Europe/Berlin')).toEqual([{ date: '2026-07-01', kwh: null }])
})
