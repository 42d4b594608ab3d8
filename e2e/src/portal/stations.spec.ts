import { paths, type Station, type StationDay } from '@helioport/contract'
import { expect, read, test } from '../support/signed-in.ts'

test('the list of stations leads to the curve of a station, with the values of the service', async ({
  page,
  api,
  at,
}) => {
  await page.goto(at(paths.stationList()))
  const stations = await read<Station[]>(api, '/stations')
  expect(stations.length).toBeGreaterThanOrEqual(6)
  expect(new Set(stations.map(({ timeZone }) => timeZone)).size).toBeGreaterThanOrEqual(6)
  for (const { name } of stations.slice(0, 3)) await expect(page.getByRole('link', { name }).first()).toBeVisible()

  const station = stations.find(({ powerW }) => (powerW ?? 0) > 0) ?? stations[0]
  if (!station) throw new Error('unreachable: there are stations')
  await page.getByRole('link', { name: station.name }).first().click()
  await expect(page).toHaveURL(new RegExp(`#/station/detail/charts/${station.memberId}/${station.id}`))
  const chart = page.getByTestId('day-chart').getByRole('img').first()
  await expect(chart).toBeVisible()

  const day = await read<StationDay>(api, `/stations/${station.id}/day`)
  const known = day.powerW.filter((value) => value !== null).length
  expect(known).toBeGreaterThan(0)
  await expect.poll(async () => Number(await chart.getAttribute('data-points'))).toBeGreaterThanOrEqual(known)
  await expect(chart.locator('canvas').first()).toBeVisible()
})

test('the search of the list is in the URL and survives a reload', async ({ page, api, at }) => {
  const [first, second] = await read<Station[]>(api, '/stations')
  if (!first || !second) throw new Error('there are at least two stations')
  await page.goto(at(paths.stationList()))
  await page.getByRole('searchbox').fill(first.name)
  await expect(page.getByRole('link', { name: second.name })).toHaveCount(0)
  await expect(page).toHaveURL(/search=/)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(first.name)
  await expect(page.getByRole('link', { name: first.name }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: second.name })).toHaveCount(0)
})

test('an unknown station and an unknown tab each show a message with a link back', async ({ page, api, at }) => {
  const [station] = await read<Station[]>(api, '/stations')
  if (!station) throw new Error('there are stations')
  const nobody = '00000000-0000-4000-8000-000000000000'
  await page.goto(at(paths.station('charts', nobody, nobody)))
  await expect(page.getByRole('heading', { name: '找不到这座电站' })).toBeVisible()
  await page.goto(at(paths.station('charts', station.memberId, station.id).replace('/charts/', '/nonsense/')))
  await expect(page.getByRole('heading', { name: '没有这个页面' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '返回全部电站' }).click()
  await expect(page).toHaveURL(/#\/station\/list/)
})
