import { apiBasePath, type Device, ingestBasePath, paths, type Station } from '@helioport/contract'
import { indexAndHintEventsPath, indexEventsPath } from '@helioport/contract/beacon'
import type { APIRequestContext, BrowserContext, Page, Request } from 'playwright/test'
import { portal } from '../support/portal.ts'
import { expect, read, test } from '../support/signed-in.ts'

async function post<T>(api: APIRequestContext, path: string, data: object): Promise<T> {
  const reply = await api.post(`${apiBasePath}${path}`, { data })
  expect(reply.status(), await reply.text()).toBe(200)
  return ((await reply.json()) as { data: T }).data
}

/** Adds a station with one inverter; the test acts as its logger. */
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

const opened = (page: Page) =>
  page.waitForResponse((reply) => reply.url().endsWith(indexAndHintEventsPath), { timeout: 20_000 })

/** All event streams of all tabs of a browser, at any URL. */
function streamsOf(context: BrowserContext) {
  const asked: Request[] = []
  const ended = new Set<Request>()
  context.on('request', (request) => {
    if (request.resourceType() === 'eventsource') asked.push(request)
  })
  context.on('requestfinished', (request) => ended.add(request))
  context.on('requestfailed', (request) => ended.add(request))
  const open = () => asked.filter((request) => !ended.has(request)).map((request) => request.url())
  return { asked, open }
}

test('a frame updates the page in every tab within two seconds, without a reload, over one stream', async ({
  page,
  context,
  api,
  at,
}) => {
  const plant = await addPlant(api)
  try {
    await plant.send(1230)
    const streams = streamsOf(context)
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
    // Both tabs follow: the second one listens to the first one's stream.
    await expect
      .poll(() =>
        other.evaluate(async () => {
          const { pending = [] } = await navigator.locks.query()
          return pending.filter(({ name }) => name === 'helioport.events').length
        }),
      )
      .toBe(1)

    const took: number[] = []
    for (const value of ['2.34', '4.56', '6.78', '8.91', '9.12']) {
      const since = Date.now()
      await plant.send(Number(value) * 1000)
      const shown = new RegExp(value.replace('.', '[.,]'))
      // A hidden element, such as a closed list, may contain the same figure.
      const seen = (tab: Page) => tab.getByRole('main').getByText(shown).filter({ visible: true }).first()
      await Promise.all(tabs.map((tab) => expect(seen(tab)).toBeVisible()))
      took.push(Date.now() - since)
    }
    console.log(`values moved after ${took.join(', ')} ms`)
    expect(took.toSorted((a, b) => a - b)[2]).toBeLessThan(2_000)
    for (const tab of tabs) expect(await tab.evaluate(() => Reflect.get(window, 'neverReloaded'))).toBe(true)
    expect(streams.asked).toHaveLength(1)
    expect(streams.open()).toHaveLength(1)

    // The tab with the stream closes: the other one takes over.
    const taken = opened(other)
    await page.close()
    expect((await taken).status()).toBe(200)
  } finally {
    await plant.remove()
  }
})

test('ending a session elsewhere ends its event stream', async ({ page, api, at }) => {
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

test('a browser has one event stream: releases only while signed out, data hints too while signed in', async ({
  browser,
}) => {
  const { url, owner } = portal()
  const context = await browser.newContext()
  const streams = streamsOf(context)
  const open = (path: string) => expect.poll(streams.open, { intervals: [100] }).toEqual([`${url}${path}`])
  const page = await context.newPage()
  await page.goto(`${url}/#${paths.stationList()}`)
  await open(indexEventsPath)
  await page.getByLabel('账户').fill(owner.userName)
  await page.getByLabel('密码', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await open(indexAndHintEventsPath)
  await page.getByRole('banner').getByRole('button', { name: /owner/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await open(indexEventsPath)
  expect(streams.asked.map((request) => request.url())).toEqual(
    [indexEventsPath, indexAndHintEventsPath, indexEventsPath].map((path) => url + path),
  )
  await context.close()
})
