import { apiBasePath, type Device, ingestBasePath, paths, type Station } from '@helioport/contract'
import type { APIRequestContext, Page } from 'playwright/test'
import { expect, read, test } from '../support/signed-in.ts'

const events = `${apiBasePath}/events`

async function post<T>(api: APIRequestContext, path: string, data: object): Promise<T> {
  const reply = await api.post(`${apiBasePath}${path}`, { data })
  expect(reply.status(), await reply.text()).toBe(200)
  return ((await reply.json()) as { data: T }).data
}

/** A station of one inverter whose logger is this test. */
async function addPlant(api: APIRequestContext) {
  const tag = Date.now().toString(36)
  const station = await post<Station>(api, '/stations', {
    name: `Live ${tag}`,
    installedOn: '2020-01-01',
    capacityKwp: 10,
    energyBaseKwh: 0,
    temperatureCoefficient: -0.004,
    description: '',
    latitude: 52,
    longitude: 13,
    timeZone: 'UTC',
    address: '',
    price: 0,
    currency: 'EUR',
    sortNumber: 9999,
  })
  const logger = await post<{ id: string; serial: string; key: string }>(api, '/loggers', {
    stationId: station.id,
    serial: `LIVE-LOGGER-${tag}`.toUpperCase(),
  })
  const device = await post<Device>(api, '/devices', {
    loggerId: logger.id,
    serial: `LIVE-${tag}`.toUpperCase(),
    name: 'Inverter',
    model: 'PV10',
    ratedPowerW: 10_000,
    capacityKwp: 10,
    mpptCount: 1,
    stringCount: 1,
    installedOn: '2020-01-01',
    supportsReactivePower: false,
    supportsIvScan: false,
    sortNumber: 1,
  })
  let seq = 0
  return {
    station,
    send: async (powerW: number) => {
      const frame = { serial: device.serial, at: Date.now(), mode: 3, errorWord: 0, powerW }
      const batch = { logger: logger.serial, seq: (seq += 1), loggerTime: Date.now(), uptimeS: 1, devices: [frame] }
      const headers = { authorization: `Logger ${logger.key}` }
      const reply = await api.post(`${ingestBasePath}/frames`, { data: batch, headers })
      expect(await reply.json()).toMatchObject({ data: { accepted: 1 } })
    },
    remove: async () => {
      const { token } = await post<{ token: string }>(api, `/stations/${station.id}/deletion`, {})
      await api.delete(`${apiBasePath}/stations/${station.id}`, { data: { token, name: station.name } })
    },
  }
}

const opened = (page: Page) => page.waitForResponse((reply) => reply.url().endsWith(events), { timeout: 20_000 })

test('values of a page move within two seconds of the frame, without a reload, in every tab over one stream', async ({
  page,
  context,
  api,
  at,
}) => {
  test.setTimeout(60_000)
  const plant = await addPlant(api)
  try {
    await plant.send(1230)
    const streams: string[] = []
    context.on('request', (request) => {
      if (request.url().endsWith(events)) streams.push(request.url())
    })
    const stream = opened(page)
    await page.goto(at(`${paths.stationList()}?search=${encodeURIComponent(plant.station.name)}`))
    await expect(
      page
        .getByRole('main')
        .getByText(/1[.,]23/)
        .first(),
    ).toBeVisible()
    expect((await stream).status()).toBe(200)

    const other = await context.newPage()
    await other.goto(at(paths.station('charts', plant.station.memberId, plant.station.id)))
    await expect(
      other
        .getByRole('main')
        .getByText(/1[.,]23/)
        .first(),
    ).toBeVisible()
    const tabs = [page, other]
    for (const tab of tabs) await tab.evaluate(() => Reflect.set(window, 'neverReloaded', true))
    // Both tabs follow: the second one listens to what the first one hears.
    await expect
      .poll(() =>
        other.evaluate(async () => {
          const { pending = [] } = await navigator.locks.query()
          return pending.filter(({ name }) => name === 'helioport.live').length
        }),
      )
      .toBe(1)

    const took: number[] = []
    for (const value of ['2.34', '4.56', '6.78', '8.91', '9.12']) {
      const since = Date.now()
      await plant.send(Number(value) * 1000)
      const shown = new RegExp(value.replace('.', '[.,]'))
      await Promise.all(tabs.map((tab) => expect(tab.getByRole('main').getByText(shown).first()).toBeVisible()))
      took.push(Date.now() - since)
    }
    console.log(`values moved after ${took.join(', ')} ms`)
    expect(took.toSorted((a, b) => a - b)[2]).toBeLessThan(2_000)
    for (const tab of tabs) expect(await tab.evaluate(() => Reflect.get(window, 'neverReloaded'))).toBe(true)
    expect(streams).toHaveLength(1)

    // The tab that held the stream is gone: the other one takes it.
    const taken = opened(other)
    await page.close()
    expect((await taken).status()).toBe(200)
  } finally {
    await plant.remove()
  }
})

test('who signs out holds no stream any more', async ({ page, api, at }) => {
  expect(await read<Station[]>(api, '/stations')).not.toEqual([])
  const stream = opened(page)
  await page.goto(at(paths.stationList()))
  const request = (await stream).request()
  const ended = Promise.race([
    page.waitForEvent('requestfinished', { predicate: (one) => one === request }),
    page.waitForEvent('requestfailed', { predicate: (one) => one === request }),
  ])
  await api.delete(`${apiBasePath}/session`)
  await ended
})
