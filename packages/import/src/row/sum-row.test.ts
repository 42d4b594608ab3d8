import '@helioport/time/node'
import { guessPlan, planOf, readPlant } from '../index.ts'
import { csvFile, xlsxFile } from '../testing/make-file.ts'
import type { SourceFile } from '../table/table.ts'

const roof = { id: 'a', name: 'Roof', serial: 'SN-1001', ratedPowerW: 10_000 }
const hours = Array.from({ length: 24 }, (_, hour) => ({
  wall: `2026-07-02 ${String(hour).padStart(2, '0')}:00`,
  kw: hour >= 6 && hour < 18 ? 4 : 0,
}))

async function read(file: SourceFile) {
  const guess = await guessPlan(file, { zone: 'Europe/Berlin', devices: [roof] })
  return { guess, plant: await readPlant([file], planOf({ ...guess, intervalMinutes: null }, [roof])) }
}

test.each([
  ['Total', 'Total,192'],
  ['Summe:', 'Summe:,192'],
  ['合计', '合计,192'],
  ['Average (kW)', 'Average (kW),8\nTotal,192'],
  ['Gesamt', 'Gesamt'],
  ['', ',192'],
])('a sum line ("%s") is listed in sums and is neither a record nor a loss', async (label, last) => {
  const text = ['Time,Power', ...hours.map(({ wall, kw }) => `${wall},${kw}`), last].join('\n')
  const { guess, plant } = await read(csvFile(text))
  // The sum is not used to guess the unit either.
  expect(guess.columns).toMatchObject([{ kind: 'power', unit: 'kW' }])
  expect(plant.records).toBe(24)
  expect(plant.losses).toEqual([])
  expect(plant.sums[0]).toEqual({ file: 'plant.csv', line: 26, text: label === '' ? ',192' : label })
  expect(plant.sums).toHaveLength(last.split('\n').length)
})

test('finds sum lines of a workbook below each day', async () => {
  const rows = hours.flatMap(({ wall, kw }, nth) => [[wall, kw], ...(nth % 12 === 11 ? [['Subtotal', 24]] : [])])
  const { plant } = await read(await xlsxFile([['Time', 'Power (kW)'], ...rows]))
  expect([plant.records, plant.sums.map(({ line }) => line), plant.losses]).toEqual([24, [14, 27], []])
})

test('a line without a time in the middle is a loss (unparsableTime), not a sum', async () => {
  const lines = hours.map(({ wall, kw }) => `${wall},${kw}`).with(5, ',4')
  const { plant } = await read(csvFile(['Time,Power (kW)', ...lines].join('\n')))
  expect(plant.sums).toEqual([])
  expect(plant.losses).toMatchObject([{ reason: 'unparsableTime', line: 7 }])
})
