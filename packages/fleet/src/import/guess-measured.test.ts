import '@helioport/time/node'
import { readFileSync } from 'node:fs'
import { daySums, guessPlan, type KnownDevice, planOf, readPlant, sourceRows } from '@helioport/import'
import { testWithData } from '../testing/reference-data.ts'

const zone = 'America/Denver'
const { test: testWithPlant, files } = testWithData(['plant-8-inverters-5min.csv'])

async function checkGuess() {
  const file = { name: 'plant.csv', bytes: readFileSync(files[0] ?? '') }
  const devices = Array.from({ length: 8 }, (_, i): KnownDevice => {
    return { id: `d${i + 1}`, name: `Inverter ${i + 1}`, serial: `X${i + 90}0`, ratedPowerW: 750_000 }
  })
  const own = await guessPlan(file, { zone, devices })
  expect(own.asks).toEqual(['zone'])
  expect(own.columns.flatMap(({ kind, unit, deviceId }) => (kind === 'power' ? [`${deviceId} ${unit}`] : []))).toEqual(
    devices.map(({ id }) => `${id} W`),
  )
  const of = (kind: string) => own.columns.filter((column) => column.kind === kind).length
  expect(['irradianceWm2', 'horizontalWm2', 'ambientC', 'moduleC', 'windMs'].map(of)).toEqual([4, 2, 2, 4, 2])
  const plan = planOf({ ...own, time: { ...own.time, stamp: 'start' }, intervalMinutes: null }, devices)
  const sources = sourceRows(await readPlant([file], plan), plan)
  expect(sources.map(({ rows }) => rows.length)).toEqual(Array.from({ length: 9 }, () => 1440))
  expect(daySums(sources, zone)).toHaveLength(5)
}

testWithPlant('the measured plant of eight inverters is understood, but for its zone', checkGuess)
