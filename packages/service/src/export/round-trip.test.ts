import { messageLocales } from '@helioport/contract'
import { type ImportPlan, readPlant } from '@helioport/import'
import { frame } from '../testing/test-portal.ts'
import { sharedPlant } from '../testing/shared-portal.ts'
import { exportTextsOf } from './table.ts'

const { portal, owner, plant } = sharedPlant('2026-10-26T06:00:00Z', { devices: 1 })

/** Berlin's day of 25 hours, all of it, with powers and counters above a thousand. */
const from = Date.parse('2026-10-24T22:00:00Z')
const frames = Array.from({ length: 300 }, (_, nth) => ({
  at: from + nth * 300_000,
  powerW: nth < 100 ? -3.5 : 1234.5 + nth,
  energyTotalKwh: 1500 + nth * 0.675,
}))

beforeAll(async () => {
  const serial = plant.devices[0]?.serial ?? ''
  await plant.logger.send({ devices: frames.map(({ at, ...values }) => frame(serial, at, values)) })
})

async function exported(name: string, query: Record<string, string>) {
  const url = `/api/web/v1/exports/${name}`
  const response = await portal.app.inject({ url, query, headers: { cookie: owner.cookie } })
  expect(response.statusCode).toBe(200)
  return { name: `${name}.${query.format ?? ''}`, bytes: new Uint8Array(response.rawPayload) }
}

const cases = messageLocales.flatMap((locale) => (['csv', 'xlsx'] as const).map((format) => ({ locale, format })))

test.each(cases)(
  'exported frames of a device are read back unchanged: $locale, $format',
  async ({ locale, format }) => {
    const texts = exportTextsOf[locale]
    const query = { deviceId: plant.devices[0]?.id ?? '', from: '2026-10-24T22:00:00Z', to: '2026-10-25T23:00:00Z' }
    const file = await exported('device-history', { locale, format, ...query })
    const power = { column: texts.power, unit: 'W' as const }
    const energyTotal = { column: texts.counter, unit: 'kWh' as const }
    const plan: ImportPlan = {
      time: { column: texts.time, format: 'iso', zone: 'Europe/Berlin' },
      devices: [{ ratedPowerW: 10_000, power, energyTotal }],
    }
    const { rows, losses } = await readPlant([file], plan)
    expect(losses).toEqual([])
    expect(rows.map(({ at, devices: [values] }) => ({ at, ...values }))).toEqual(
      frames.map(({ energyTotalKwh, ...values }) => ({
        ...values,
        energyTotalKwh: expect.closeTo(energyTotalKwh, 6) as number,
      })),
    )
  },
)

test.each(cases)(
  'an exported day of a station is read back unchanged: $locale, $format',
  async ({ locale, format }) => {
    const texts = exportTextsOf[locale]
    const { data } = await owner.call('GET /stations/:stationId/day', {
      params: { stationId: plant.stationId },
      query: { date: '2026-10-25' },
    })
    const file = await exported('station-day', { locale, format, stationId: plant.stationId, date: '2026-10-25' })
    const [power, energy] = [
      { column: texts.power, unit: 'W' as const },
      { column: texts.energy, unit: 'kWh' as const },
    ]
    const plan: ImportPlan = {
      time: { column: texts.time, format: 'iso', zone: 'Europe/Berlin' },
      devices: [{ ratedPowerW: 10_000, power, energy }],
    }
    const { rows, losses, intervalMs } = await readPlant([file], plan)
    expect([losses, rows.length, intervalMs]).toEqual([[], 300, 300_000])
    expect(rows.map(({ devices: [values] }) => values?.powerW ?? null)).toEqual(data.powerW)
    const kwh = rows.reduce((sum, { devices: [values] }) => sum + (values?.energyKwh ?? 0), 0)
    expect(kwh).toBeCloseTo(data.figures.energyKwh ?? -1, 2)
  },
)
