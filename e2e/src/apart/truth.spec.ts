import { apiBasePath, type Device, paths, type Station, type StationDay, type StationLosses } from '@helioport/contract'
import type { Page } from 'playwright/test'
import { expect, test, type World } from '../support/world.ts'

/*
 * Pages show what really happened: one story of some hours on a simulated clock, with virtual plants. Each test
 * continues where the one before ended.
 */
test.describe.configure({ mode: 'serial' })
test.use({ locale: 'en-US' })

const minute = 60_000
const hour = 60 * minute
/** Ten in the morning on a cloudless day in the desert. */
const began = Date.UTC(2026, 9, 27, 8)
/** Time after a tick until all uploads are done. */
const settled = minute / 2
const cutAt = began + 10 * minute + settled
const mendedAt = began + 40 * minute + settled

async function ask<T>(world: World, path: string): Promise<T> {
  const reply = await world.api.get(`${apiBasePath}${path}`)
  expect(reply.status(), path).toBe(200)
  return ((await reply.json()) as { data: T }).data
}
async function send<T>(world: World, path: string, data: object): Promise<T> {
  const reply = await world.api.post(`${apiBasePath}${path}`, { data })
  expect(reply.status(), await reply.text()).toBe(200)
  return ((await reply.json()) as { data: T }).data
}
async function stationOf(world: World, name: string): Promise<Station> {
  const found = await ask<Station[]>(world, `/stations?search=${encodeURIComponent(name)}`)
  const station = found.find((one) => one.name === name)
  if (!station) throw new Error(`no station ${name}`)
  return station
}
const dayOf = (world: World, { id }: Station, date?: string) =>
  ask<StationDay>(world, `/stations/${id}/day${date === undefined ? '' : `?date=${date}`}`)
/** Values of a 5-minute curve over [from, to). */
function curveOf(curve: readonly (number | null)[], day: StationDay, from: number, to: number) {
  const bin = (at: number) => Math.round((at - Date.parse(day.from)) / (5 * minute))
  return curve.slice(bin(from), bin(to))
}
const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)
/** Rows of the table behind a day chart: time of the bin, and power as held by the page, W. */
async function tableOf(page: Page): Promise<{ time: string; powerW: number | null }[]> {
  const chart = page.getByTestId('day-chart')
  await expect(async () => {
    await chart.getByRole('radio').last().click()
    await expect(chart.getByRole('row').nth(1)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  return chart.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const value = row.querySelector('td')?.getAttribute('data-value') ?? null
      return { time: row.querySelector('th')?.textContent ?? '', powerW: value === null ? null : Number(value) }
    }),
  )
}

test('a stopped logger is live, then late, then stale in the list, at the station and on the wall display', async ({
  world,
  context,
}) => {
  await world.runTo(cutAt)
  const station = await stationOf(world, 'Lonely')
  const [list, detail, wall] = [await context.newPage(), await context.newPage(), await context.newPage()] as const
  await world.open(list, paths.stationList())
  await world.open(detail, paths.station('charts', station.memberId, station.id))
  await world.open(wall, paths.screen())
  const badges = [
    list.locator(`[data-row="${station.id}"] [data-age]:visible`),
    detail.getByTestId('kpi-power').locator('[data-age]'),
    wall.locator(`[data-plant="${station.id}"]`),
  ]
  const expectAge = async (state: string) => {
    for (const badge of badges) await expect(badge).toHaveAttribute('data-age', state)
  }
  await expectAge('live')
  const mend = await world.switchOn('Lonely', 'loggerOffline')
  await world.runTo(cutAt + 12 * minute, list, detail, wall)
  await expectAge('late')
  await world.runTo(cutAt + 16 * minute, list, detail, wall)
  await expectAge('stale')
  // Stale power is not shown as current: there is a dash.
  await expect(detail.getByTestId('kpi-power')).not.toHaveAttribute('data-value')
  await world.runTo(mendedAt)
  await mend()
  await world.runTo(mendedAt + 20 * minute, list, detail, wall)
  await expectAge('live')
})

test('backfilled frames appear at their time of measurement, and the chart marks them as late', async ({
  world,
  page,
}) => {
  const station = await stationOf(world, 'Lonely')
  await world.open(page, paths.station('charts', station.memberId, station.id))
  const marks = page.getByTestId('day-chart').locator('[data-quality="backfilled"]')
  await expect(marks.first()).toBeVisible()
  const rows = await tableOf(page)
  const day = await dayOf(world, station)
  expect(rows.map(({ powerW }) => powerW)).toEqual(day.powerW)
  const late = curveOf(day.powerW, day, cutAt, mendedAt)
  const around = [...curveOf(day.powerW, day, cutAt - 10 * minute, cutAt), ...curveOf(day.powerW, day, mendedAt, mendedAt + 10 * minute)] // prettier-ignore
  expect(late).not.toContain(null)
  // A cloudless morning: the energy of the half hour is not attributed to the moment of its arrival.
  const mean = sum(late) / late.length / (sum(around) / around.length)
  expect(mean).toBeGreaterThan(0.93)
  expect(mean).toBeLessThan(1.07)
  expect(Math.max(...late.map((value) => value ?? 0))).toBeLessThan(
    1.1 * Math.max(...around.map((value) => value ?? 0)),
  )
})

for (const { name, date, bins, twoOClock } of [
  { name: 'Clock change 1', date: '2026-03-29', bins: 276, twoOClock: 0 },
  { name: 'Clock change 2', date: '2026-10-25', bins: 300, twoOClock: 24 },
]) {
  test(`a day of ${bins / 12} hours shows all its hours and the energy of its counters`, async ({ world, page }) => {
    const station = await stationOf(world, name)
    await world.open(page, `${paths.station('charts', station.memberId, station.id)}?date=${date}`)
    const day = await dayOf(world, station, date)
    await expect(page.getByTestId('kpi-energy')).toHaveAttribute('data-value', String(day.figures.energyKwh))
    const rows = await tableOf(page)
    expect(rows).toHaveLength(bins)
    expect(rows.filter(({ time }) => time.startsWith('02:'))).toHaveLength(twoOClock)
    const fromCurve = sum(rows.map(({ powerW }) => powerW)) / 12_000
    expect(Math.abs(fromCurve / (day.figures.energyKwh ?? 0) - 1)).toBeLessThan(0.02)
  })
}

test('a two-hour outage of one of eight inverters is in the loss bars, within 2 % of its peers’ energy', async ({
  world,
  page,
}) => {
  const station = await stationOf(world, 'Eight')
  /** Daily counter of each inverter, kWh. */
  const counters = async () => {
    const devices = await ask<Device[]>(world, `/devices?stationId=${station.id}`)
    return devices.map(({ serial, energyTodayKwh }) => ({ serial, kwh: energyTodayKwh ?? Number.NaN }))
  }
  // A job analyses days on the world's clock.
  const analysed = async () => {
    await world.runTo(world.now() + 2000)
    const losses = await ask<StationLosses>(world, `/stations/${station.id}/losses?period=month`)
    const kwhOf = (bar: string) => losses.bars.find(({ name }) => name === bar)?.energyKwh ?? Number.NaN
    return { outage: kwhOf('outage'), final: kwhOf('final') }
  }
  await expect.poll(async () => (await analysed()).final).toBeGreaterThan(0)
  // There was no outage so far, and the minutes since the newest frame do not count as one.
  expect((await analysed()).outage).toBe(0)

  const before = await counters()
  const victim = before[1]?.serial
  const trippedAt = world.now()
  const repair = await world.switchOn('Eight', 'gridTrip', victim)
  await world.runTo(trippedAt + 2 * hour)
  await repair()
  await world.runTo(trippedAt + 2 * hour + 15 * minute)
  const made = (await counters()).map(({ serial, kwh }) => {
    const start = before.find((own) => own.serial === serial)?.kwh ?? Number.NaN
    return { isVictim: serial === victim, kwh: kwh - start }
  })
  const [own] = made.filter(({ isVictim }) => isVictim)
  const peers = made.filter(({ isVictim }) => !isVictim)
  expect(peers).toHaveLength(7)
  const missing = sum(peers.map(({ kwh }) => kwh)) / 7 - (own?.kwh ?? Number.NaN)
  // About 90 kW each around noon.
  expect(missing).toBeGreaterThan(150)
  await expect.poll(async () => Math.abs((await analysed()).outage / missing - 1)).toBeLessThan(0.02)

  await world.open(page, paths.station('performance', station.memberId, station.id))
  const bars = page.locator('[data-bar]')
  await expect(bars).toHaveCount(7)
  const shown = await bars.evaluateAll((rows) =>
    rows.map((row) => ({
      name: row.getAttribute('data-bar'),
      kwh: Number(row.getAttribute('data-kwh')),
      money: Number(row.getAttribute('data-money')),
      read: row.querySelector('[data-testid^="loss-"]')?.textContent ?? '',
    })),
  )
  const outage = shown.find(({ name }) => name === 'outage')
  expect(Math.abs((outage?.kwh ?? 0) / missing - 1)).toBeLessThan(0.02)
  expect(outage?.read).toBe(`-${outage?.kwh.toFixed(1)}`)
  // The bars add up to the last displayed digit.
  for (const [key, digits] of [
    ['kwh', 1],
    ['money', 2],
  ] as const) {
    const [reference, ...rest] = shown.map((bar) => Math.round(bar[key] * 10 ** digits))
    expect(sum(rest), key).toBe(reference)
  }
})

test('at midnight today restarts at zero, and a returning value of yesterday is not counted again', async ({
  world,
  page,
}) => {
  // The last time zone in which this day begins: its midnight is still to come in the story.
  const midnight = Date.UTC(2026, 9, 27, 12)
  expect(world.now()).toBeLessThan(midnight - 5 * minute)
  const station = await send<Station>(world, '/stations', {
    name: 'Midnight',
    installedOn: '2020-01-01',
    capacityKwp: 5,
    energyBaseKwh: 0,
    temperatureCoefficient: -0.004,
    description: '',
    latitude: 0.2,
    longitude: -176.5,
    timeZone: 'Etc/GMT+12',
    address: '',
    price: 0.2,
    currency: 'USD',
    sortNumber: 0,
  })
  await world.prove()
  const logger = await send<{ id: string; key: string; serial: string }>(world, '/loggers', {
    stationId: station.id,
    serial: 'MIDNIGHT-LOGGER-1',
  })
  await send(world, '/devices', {
    loggerId: logger.id,
    serial: 'MIDNIGHT-1',
    name: 'Inverter',
    model: 'PV5',
    ratedPowerW: 5000,
    capacityKwp: 5,
    mpptCount: 2,
    stringCount: 2,
    installedOn: '2020-01-01',
    supportsReactivePower: false,
    supportsIvScan: false,
    sortNumber: 0,
  })
  let seq = 0
  const tell = async (frames: { at: number; energyTodayKwh: number; energyTotalKwh: number }[]) => {
    const reply = await world.api.post('/api/ingest/v1/frames', {
      headers: { Authorization: `Logger ${logger.key}` },
      data: {
        logger: logger.serial,
        seq: (seq += 1),
        loggerTime: world.now(),
        uptimeS: 1,
        devices: frames.map((frame) => ({ serial: 'MIDNIGHT-1', mode: 3, errorWord: 0, powerW: 0, ...frame })),
      },
    })
    expect(reply.status(), await reply.text()).toBe(200)
  }
  // 4.33 kWh from sunrise to sunset, then no more.
  const sunrise = midnight - 18 * hour
  const until = Math.floor(world.now() / (5 * minute)) * 5 * minute
  await tell(
    Array.from({ length: (until - sunrise) / (5 * minute) + 1 }, (_, step) => {
      const made = Math.round(Math.min(1, step / 144) * 4330) / 1000
      return { at: sunrise + step * 5 * minute, energyTodayKwh: made, energyTotalKwh: 1000 + made }
    }),
  )
  await world.open(page, paths.dashboard())
  const row = page.getByTestId('today-yesterday').locator(`[data-station="${station.id}"]`)
  await expect(row).toHaveAttribute('data-today', '4.33')

  // Midnight passes without new data.
  await world.runTo(midnight + minute, page)
  await expect(row).not.toHaveAttribute('data-today', '4.33')
  await expect(row).toHaveAttribute('data-yesterday', '4.33')

  // 4.33, 0, 4.34, 0.01: the daily counter resets, yesterday's value returns once, and a new day begins.
  await world.runTo(midnight + 11 * minute, page)
  await tell([
    { at: midnight, energyTodayKwh: 0, energyTotalKwh: 1004.33 },
    { at: midnight + 5 * minute, energyTodayKwh: 4.34, energyTotalKwh: 1004.33 },
    { at: midnight + 10 * minute, energyTodayKwh: 0.01, energyTotalKwh: 1004.34 },
  ])
  await world.runTo(midnight + 12 * minute, page)
  await expect(row).toHaveAttribute('data-today', '0.01')
  await expect(row).toHaveAttribute('data-yesterday', '4.33')
  await page.goto(`${world.url}/#${paths.station('charts', station.memberId, station.id)}`)
  const energyToday = async () => Number(await page.getByTestId('kpi-energy').getAttribute('data-value'))
  await expect.poll(energyToday).toBeCloseTo(0.01, 6)
})
