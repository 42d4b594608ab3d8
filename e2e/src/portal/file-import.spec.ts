import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths, type Station, type StationDay } from '@helioport/contract'
import { addWaitingDevice, post } from '../support/own-plant.ts'
import { portal } from '../support/portal.ts'
import { expect, read, test } from '../support/signed-in.ts'
import { inEnglish } from '../support/station-form.ts'
import { workbookOf } from '../support/workbook-file.ts'

const mark = Date.now().toString(36).toUpperCase()
const date = '2026-03-10'

test.use({ locale: 'en-US' })
test.beforeEach(({ context }) => inEnglish(context))

const headings = ['Zeit', 'Leistung (W)']
/** A March day in Berlin: 4 kW from 8 to 16 h, 32 kWh. */
const dayRows = Array.from({ length: 96 }, (_, quarter): [time: string, powerW: number] => {
  const hour = Math.floor(quarter / 4)
  const clock = `${String(hour).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`
  return [`10.03.2026 ${clock}`, hour >= 8 && hour < 16 ? 4000.5 : 0.5]
})

function fileOf(ending: string, content: string | Buffer): string {
  const file = join(portal().data, `history-${mark}.${ending}`)
  writeFileSync(file, content)
  return file
}

const csvFile = () =>
  fileOf(
    'csv',
    [headings.join(';'), ...dayRows.map(([time, powerW]) => `${time};${String(powerW).replace('.', ',')}`)].join('\n'),
  )
const workbookFile = () => fileOf('xlsx', workbookOf(headings, dayRows))

test('a file of history is read in the browser, imported, shown, and undone', async ({ page, api, at }) => {
  const device = await addWaitingDevice(api, `F${mark}`)
  const { id: stationId, memberId } = await post<Station>(api, '/stations', {
    name: `History ${mark}`,
    installedOn: '2026-01-01',
    capacityKwp: 10,
    energyBaseKwh: 0,
    temperatureCoefficient: -0.004,
    description: '',
    latitude: 52.5,
    longitude: 13.4,
    timeZone: 'Europe/Berlin',
    address: '',
    price: 0.1,
    currency: 'EUR',
    sortNumber: 1,
  })
  await post(api, `/stations/${stationId}/devices`, { deviceIds: [device.id] })
  const energy = async () => (await read<StationDay>(api, `/stations/${stationId}/day?date=${date}`)).figures.energyKwh

  await page.goto(at(paths.stationConnect(memberId, stationId)))
  await page.getByText('File of history', { exact: true }).click()
  await page.getByRole('link', { name: 'Choose the file' }).click()
  // A workbook, which is read by another worker.
  await page.getByLabel('Drop a file here').setInputFiles(workbookFile())
  await page.getByRole('button', { name: 'Show what is in it' }).click()
  await expect(page.getByRole('main')).toContainText('32.0 kWh')
  await page.getByRole('button', { name: 'Another file' }).click()

  await page.getByLabel('Drop a file here').setInputFiles(csvFile())
  await expect(page.getByLabel('Zone of its times')).toHaveValue('Europe/Berlin')
  await page.getByRole('button', { name: 'Show what is in it' }).click()
  await page.getByRole('button', { name: 'Check without changing anything' }).click()
  await expect(page.getByTestId('check-result')).toContainText('96 rows would come in')
  expect(await energy()).toBeNull()
  await page.getByRole('button', { name: 'Bring in 96 rows' }).click()
  await expect(page.getByTestId('import-result')).toContainText('96 rows came in')
  await expect.poll(energy).toBeCloseTo(32.01, 1)

  await page.getByRole('button', { name: /^Undo history/ }).click()
  await page.getByRole('button', { name: 'Take it out' }).click()
  await expect(page.getByTestId('imports')).toContainText('undone', { timeout: 60_000 })
  await expect.poll(energy).toBeNull()
})
