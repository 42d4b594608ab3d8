import { deviceSorts } from '@helioport/contract'
import { addTestPlant, frame } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal } = sharedPortal('2026-06-10T12:00:00Z')

const minute = 60_000

/** Frames every 5 minutes of a device whose counter rises by 0.4 kWh each. */
function run(serial: string, from: string, count: number, counter: number) {
  const start = Date.parse(from)
  return Array.from({ length: count }, (_, nth) =>
    frame(serial, start + nth * 5 * minute, { powerW: 4800, energyTotalKwh: counter + nth * 0.4 }),
  )
}

test('devices are sorted by any column over all pages, unknown values last', async () => {
  const someone = await portal.signIn('sorter')
  const plant = await addTestPlant(portal, someone, { devices: 3 })
  const [first = '', second = ''] = plant.devices.map(({ serial }) => serial)
  // 0.8 and 1.2 kWh at 0.1 EUR; the third one sends nothing.
  await plant.logger.send({ devices: run(first, '2026-06-10T11:00:00Z', 3, 10) })
  await plant.logger.send({ devices: run(second, '2026-06-10T11:00:00Z', 4, 10) })
  const list = async (query: Record<string, string>) =>
    (await someone.call('GET /devices', { query })).data.map(({ name, incomeToday }) => [name, incomeToday])
  expect(await list({})).toEqual([
    ['Inverter 1', expect.closeTo(0.08, 6)],
    ['Inverter 2', expect.closeTo(0.12, 6)],
    ['Inverter 3', null],
  ])
  const names = async (query: Record<string, string>) => (await list(query)).map(([name]) => name)
  expect(await names({ sort: 'incomeToday', order: 'desc' })).toEqual(['Inverter 2', 'Inverter 1', 'Inverter 3'])
  expect(await names({ sort: 'incomeToday' })).toEqual(['Inverter 1', 'Inverter 2', 'Inverter 3'])
  expect(await names({ sort: 'name', order: 'desc', pageSize: '1', page: '2' })).toEqual(['Inverter 2'])
  expect(await names({ sort: 'energyTotalKwh', order: 'desc', pageSize: '1' })).toEqual(['Inverter 2'])
  const measured = { powerW: 4800, energyTotalKwh: 11, hoursTotal: 70, cabinetC: 30 }
  await plant.logger.send({ devices: [frame(first, '2026-06-10T11:56:00Z', measured)] })
  const more = { powerW: 4900, energyTotalKwh: 12, hoursTotal: 90, cabinetC: 40 }
  await plant.logger.send({ devices: [frame(second, '2026-06-10T11:58:00Z', more)] })
  const figures = deviceSorts.filter((sort) => !['name', 'status', 'station', 'model'].includes(sort))
  for (const sort of figures) {
    expect([sort, await names({ sort })]).toEqual([sort, ['Inverter 1', 'Inverter 2', 'Inverter 3']])
    expect([sort, await names({ sort, order: 'desc' })]).toEqual([sort, ['Inverter 2', 'Inverter 1', 'Inverter 3']])
  }
})

test('pages of rows with unknown values list each row once, in the same order both ways', async () => {
  const someone = await portal.signIn('night-sorter')
  const plant = await addTestPlant(portal, someone, { devices: 4 })
  for (let nth = 2; nth <= 4; nth += 1) await addTestPlant(portal, someone)
  const pages = async (name: 'GET /devices' | 'GET /stations', order: 'asc' | 'desc') => {
    const ids: string[] = []
    for (const page of ['1', '2', '3', '4']) {
      const query = { sort: 'powerW', order, page, pageSize: '1' } as const
      const filter = name === 'GET /devices' ? { stationId: plant.stationId } : {}
      const { data } = await someone.call(name, { query: { ...query, ...filter } })
      ids.push(...(data as { id: string }[]).map(({ id }) => id))
    }
    return ids
  }
  for (const name of ['GET /devices', 'GET /stations'] as const) {
    const up = await pages(name, 'asc')
    expect(new Set(up).size).toBe(4)
    expect([name, await pages(name, 'desc')]).toEqual([name, up])
  }
})
