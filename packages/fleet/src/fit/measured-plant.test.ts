import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { testWithData } from '../testing/reference-data.ts'
import { type Driven, fitPlant, modelledPower } from './measured-plant.ts'

const { test: testWithPlant, files } = testWithData(['plant-8-inverters-5min.csv'])
const [file = ''] = files
const ratedW = 8 * 750_000

function days(): Map<string, Driven[]> {
  const rows = parse<Record<string, string>>(readFileSync(file), { columns: true })
  const mean = (row: Record<string, string>, pattern: RegExp) => {
    const values = Object.keys(row).filter((name) => pattern.test(name) && row[name] !== '')
    return values.reduce((sum, name) => sum + Number(row[name]), 0) / values.length
  }
  const byDay = new Map<string, Driven[]>()
  for (const row of rows) {
    const date = (row[''] ?? '').slice(0, 10)
    const powers = Object.keys(row).filter((name) => /^inv\d_power$/.test(name))
    const driven = {
      poa: Math.max(mean(row, /poa_pyranometer$/), 0),
      moduleC: mean(row, /mod_temp\d$/),
      acW: powers.reduce((sum, name) => sum + Math.max(Number(row[name]), 0), 0),
    }
    byDay.set(date, [...(byDay.get(date) ?? []), driven])
  }
  return byDay
}

function checkFit() {
  const [fitted, ...others] = days().values()
  expect(others).toHaveLength(4)
  const parameters = fitPlant(fitted ?? [], ratedW)
  expect(parameters.dcAcRatio * (1 - parameters.constantLoss)).toBeGreaterThan(1.05)
  const errors = others.map((rows) => {
    const modelled = rows.reduce((sum, row) => sum + modelledPower(parameters, ratedW, row), 0)
    return modelled / rows.reduce((sum, row) => sum + row.acW, 0) - 1
  })
  for (const error of errors) expect(Math.abs(error)).toBeLessThan(0.05)
}

testWithPlant('fitted on one measured day, the model gives the energy of the other four within 5 percent', checkFit)
