import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Station } from '@helioport/contract'
import { paths } from '@helioport/contract'
import { hasMeasuredPlant, measuredDays, measuredPlant, recentCopy } from '../support/measured-plant.ts'
import { portal } from '../support/portal.ts'
import { expect, read, test } from '../support/signed-in.ts'

const root = resolve(import.meta.dirname, '../../..')
const map = join(root, 'packages/fleet/maps/plant-8-inverters.json')

async function importPlant(file: string): Promise<string> {
  const { url, owner, data } = portal()
  const program = join(root, 'packages/fleet/src/import-plant.ts')
  const args = [program, file, '--map', map, '--url', url, '--account', owner.userName]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...args, '--state', join(data, 'import-state.json')],
    {
      cwd: root,
      env: { ...process.env, HELIOPORT_PASSWORD: owner.password },
    },
  )
  return stdout
}

test('importing a measured plant twice changes nothing, and its days match the file', async ({ page, api, at }) => {
  test.skip(!hasMeasuredPlant, `no measured plant at ${measuredPlant}`)
  const file = recentCopy(portal().data)
  console.log(await importPlant(file))
  await importPlant(file)

  const wanted = (JSON.parse(readFileSync(map, 'utf8')) as { station: { name: string; capacityKwp: number } }).station
  const stations = await read<Station[]>(api, `/stations?search=${encodeURIComponent(wanted.name)}`)
  expect(stations).toHaveLength(1)
  const [station] = stations
  if (!station) throw new Error('unreachable: one station was expected above')

  const figure = async (name: string) => {
    const tile = page.getByTestId(name)
    await expect(tile).toHaveAttribute('data-value', /\d/)
    return Number(await tile.getAttribute('data-value'))
  }
  for (const day of measuredDays(file)) {
    await page.goto(at(`${paths.station('charts', station.memberId, station.id)}?date=${day.date}`))
    await expect(page.getByTestId('day-chart')).toHaveAttribute('data-date', day.date)
    const energy = await figure('kpi-energy')
    expect(Math.abs(energy / day.energyKwh - 1), `${day.date}: ${energy} against ${day.energyKwh} kWh`).toBeLessThan(
      0.001,
    )
    const ratio = day.energyKwh / (wanted.capacityKwp * day.irradiationKwhM2)
    const shown = await figure('kpi-pr')
    expect(Math.abs(shown / ratio - 1), `${day.date}: PR ${shown} against ${ratio}`).toBeLessThan(0.001)
  }
})
