import '@helioport/time/node'
import { readPlant } from '../index.ts'
import { daySums, sourceRows } from '../history/source-rows.ts'
import { csvFile } from '../testing/make-file.ts'
import { guessPlan, type KnownDevice } from './guess-plan.ts'
import { planOf } from './plan-of.ts'
import { sourceNamed } from './source-named.ts'

const roof: KnownDevice = { id: 'a', name: 'Roof', serial: 'SN-1001', ratedPowerW: 5000 }
const barn: KnownDevice = { id: 'b', name: 'Barn', serial: 'SN-1002', ratedPowerW: 5000 }

interface Step {
  /** Intensity of the sun, 0 to 1. */
  sun: number
  hour: string
  minute: string
  /** Energy produced so far, kWh of 4 kWp. */
  made: number
}

const two = (value: number) => String(value).padStart(2, '0')

/** A day from midnight on, in steps of `minutes`. */
function linesOf(minutes: number, line: (step: Step) => string | string[]): string {
  const lines: string[] = []
  const sunAt = (minute: number) => Math.max(0, Math.sin((Math.PI * (minute - 360)) / 720))
  let made = 0
  for (let at = 0; at < 1440; at += minutes) {
    lines.push(...[line({ sun: sunAt(at), hour: two(Math.floor(at / 60)), minute: two(at % 60), made })].flat())
    made += sunAt(at) * 4 * (minutes / 60)
  }
  return lines.join('\n')
}

/** Energy of 4 kWp on such a day, kWh. */
const dayKwh = 30.55

async function guessed(text: string, zone: string, devices = [roof]) {
  const file = csvFile(text)
  const guess = await guessPlan(file, { zone, devices })
  const used = guess.columns.filter(({ kind }) => kind !== 'ignore').map(({ heading, kind }) => [heading, kind])
  const sums = async () => {
    const plan = planOf({ ...guess, intervalMinutes: null }, devices)
    return daySums(sourceRows(await readPlant([file], plan), plan), zone)
  }
  return { guess, used, sums }
}

test('tells inverters in rows apart by their key, whatever the key column is called', async () => {
  const keys = ['1BY6WEcLGh8j5v7', '81aHJ1q11NBPMrL']
  const lines = (name: string) =>
    `DATE_TIME,PLANT_ID,${name},DC_POWER,AC_POWER,DAILY_YIELD,TOTAL_YIELD\n` +
    linesOf(15, ({ sun, hour, minute, made }) =>
      keys.map(
        (key, nth) =>
          `15-05-2020 ${hour}:${minute},4135001,${key},${sun * 4200},${sun * 4000},${made},${6000 * (nth + 1) + made}`,
      ),
    )
  for (const name of ['SOURCE_KEY', 'Where']) {
    const { guess, used } = await guessed(lines(name), 'Asia/Kolkata', [roof, barn])
    expect(guess.series).toEqual({ keys: [name], values: ['DC_POWER', 'AC_POWER', 'DAILY_YIELD', 'TOTAL_YIELD'] })
    expect(used.map(([, kind]) => kind)).toEqual(keys.flatMap(() => ['dcPower', 'power', 'energyToday', 'energyTotal']))
    // Digits within a key are not the number of an inverter.
    expect(guess.columns.map(({ deviceId }) => deviceId)).toEqual(guess.columns.map(() => null))
    expect(guess.asks).toContain('device')
    expect(new Set(guess.columns.map(({ heading }) => sourceNamed(heading, guess.series)))).toEqual(new Set(keys))
    // All inverters of the station have the same rating, so power shows its unit, and the unit of energy.
    expect(guess.columns.map(({ unit }) => unit)).toEqual(keys.flatMap(() => ['W', 'W', 'kWh', 'kWh']))
  }
})

test('assigns each key to the device of that name, even if one key is the prefix of another', async () => {
  const keys = ['INV-1', 'INV-10', '1BY6WEcLGh8j5v7']
  const named = keys.map((name) => ({ id: name, name, serial: `FILE-${name.length}`, ratedPowerW: 5000 }))
  const own = keys.slice(1)
  const text = `DATE_TIME,SOURCE_KEY,AC_POWER,TOTAL_YIELD\n${linesOf(15, ({ sun, hour, minute, made }) =>
    own.map((key, nth) => `2020-05-15 ${hour}:${minute},${key},${sun * 4},${6000 * (nth + 1) + made}`),
  )}`
  const { guess } = await guessed(text, 'Asia/Kolkata', named)
  expect(guess.columns.map(({ deviceId }) => deviceId)).toEqual(own.flatMap((key) => [key, key]))
  expect(guess.asks).not.toContain('device')
})

test('of a weather mast uses plane and horizontal irradiance, but no diffuse light, rain or wind direction', async () => {
  const text =
    'timestamp,Active_Energy_Delivered_Received,Current_Phase_Average,Active_Power,Wind_Speed,' +
    'Weather_Temperature_Celsius,Weather_Relative_Humidity,Global_Horizontal_Radiation,Diffuse_Horizontal_Radiation,' +
    'Wind_Direction,Weather_Daily_Rainfall,Radiation_Global_Tilted,Radiation_Diffuse_Tilted\n' +
    linesOf(
      5,
      ({ sun, hour, minute, made }) =>
        `2019-04-01 ${hour}:${minute}:00,${55_000 + made},${sun * 6},${sun * 4},2.1,24.5,30,${sun * 900},80,120,0.4,${sun * 1000},90`,
    )
  const { used, sums } = await guessed(text, 'Australia/Darwin')
  expect(used).toEqual([
    ['Active_Energy_Delivered_Received', 'energyTotal'],
    ['Active_Power', 'power'],
    ['Wind_Speed', 'windMs'],
    ['Weather_Temperature_Celsius', 'ambientC'],
    ['Global_Horizontal_Radiation', 'horizontalWm2'],
    ['Radiation_Global_Tilted', 'irradianceWm2'],
  ])
  expect((await sums())[0]?.kwh).toBeCloseTo(dayKwh, 1)
})

test('of a house uses the solar power, not the consumption, battery or grid', async () => {
  const text =
    'Date time,Home (kW),Solar (kW),Powerwall (kW),Grid (kW)\n' +
    linesOf(5, ({ sun, hour, minute }) => `2024-07-02T${hour}:${minute}:00-07:00,1.2,${sun * 4},0.3,-2.8`)
  const { used, guess, sums } = await guessed(text, 'America/Los_Angeles')
  expect([used, guess.asks]).toEqual([[['Solar (kW)', 'power']], []])
  expect((await sums())[0]?.kwh).toBeCloseTo(dayKwh, 1)
})

test('reads the order of day and month, and a zone without summer time, from the headings', async () => {
  const text =
    'DATE (MM/DD/YYYY),MST,Global CMP22 [W/m^2],Tower Dry Bulb Temp [deg C]\n' +
    linesOf(1, ({ sun, hour, minute }) => `7/2/2024,${hour}:${minute},${sun * 900},25.1`)
  const { guess } = await guessed(text, 'America/Denver')
  expect(guess.time).toMatchObject({ format: 'MM/DD/YYYY HH:mm', zone: 'Etc/GMT+7' })
  expect(guess.asks).toEqual([])
})

test('reads AM and PM directly behind the time of day', async () => {
  const text =
    'Date,Time,Energy,Power,Temperature\n' +
    linesOf(5, ({ sun, hour, minute, made }) => {
      const clock = `${Number(hour) % 12 || 12}:${minute}${Number(hour) < 12 ? 'AM' : 'PM'}`
      return `22/07/24,${clock},${made.toFixed(3)},${Math.round(sun * 4000)},20.1`
    })
  const { guess, sums } = await guessed(text, 'Australia/Sydney')
  expect(guess.time).toMatchObject({ column: 'Date Time', format: 'DD/MM/YY hh:mm A' })
  expect(await sums()).toEqual([{ date: '2024-07-22', kwh: expect.closeTo(dayKwh, 1) }])
})
