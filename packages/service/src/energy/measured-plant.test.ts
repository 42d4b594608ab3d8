import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { heldCurve } from '../figure/day-grid.ts'
import { irradiationOf } from '../figure/irradiation.ts'
import { energyOfCurve } from './day/bin-energy.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const folder = process.env['HELIOPORT_REFERENCE_DATA'] ?? '/work/shared/data'
const measured = join(folder, 'plant-8-inverters-5min.csv')

/** Rows of a measured plant: instant, irradiance, and power of its first inverter. */
function measuredPlant() {
  const [head = '', ...rows] = readFileSync(measured, 'utf8').trim().split('\n')
  const column = (name: string) => head.split(',').indexOf(name)
  return rows.map((row) => {
    const cells = row.split(',')
    return {
      at: Date.parse(`${cells[0]?.replace(' ', 'T')}Z`),
      irradianceWm2: Number(cells[column('met1_poa_refcell')]),
      powerW: Number(cells[column('inv1_power')]),
    }
  })
}

const days = [0, 1, 2, 3, 4]
const slower = [5, 10, 15, 30, 60]

/** One row every `minutes`: the mean of the rows up to the next one, as loggers that average send it. */
function meansOf(rows: ReturnType<typeof measuredPlant>, minutes: number) {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return [...Map.groupBy(rows, ({ at }) => Math.floor(at / (minutes * minuteMs))).values()].flatMap((own) => {
    const at = own[0]?.at
    if (at === undefined) return []
    const [powers, suns] = [
      own.map(({ powerW }) => Math.max(0, powerW)),
      own.map((row) => Math.max(0, row.irradianceWm2)),
    ]
    return [{ at, powerW: mean(powers), irradianceWm2: mean(suns) }]
  })
}

const whereMeasured = existsSync(measured) ? describe : describe.skip
whereMeasured('a measured plant', () => {
  test.each(days.flatMap((day) => slower.map((minutes) => [day, minutes] as const)))(
    'day %d keeps its energy and irradiation in rows of %d minutes',
    (nth, minutes) => {
      const all = measuredPlant()
      const from = (all[0]?.at ?? 0) + nth * 24 * hourMs
      const day = { date: '', from, to: from + 24 * hourMs }
      const own = all.filter(({ at }) => at >= day.from && at < day.to)
      const integral = (rows: typeof own) => ({
        kwh: energyOfCurve(heldCurve(day, rows, ({ powerW }) => powerW, 5 * minuteMs, true)),
        sun: irradiationOf(heldCurve(day, rows, ({ irradianceWm2 }) => irradianceWm2, 5 * minuteMs)) ?? 0,
      })
      const plain = (rows: typeof own, step: number) => ({
        kwh: rows.reduce((sum, { powerW }) => sum + (Math.max(0, powerW) * step) / 60_000, 0),
        sun: rows.reduce((sum, { irradianceWm2 }) => sum + (Math.max(0, irradianceWm2) * step) / 60_000, 0),
      })
      const whole = plain(own, 5)
      expect(whole.kwh).toBeGreaterThan(500)
      const averaged = integral(meansOf(own, minutes))
      expect(averaged.kwh).toBeCloseTo(whole.kwh, 2)
      expect(averaged.sun).toBeCloseTo(whole.sun, 4)
      // A thinned day has the sums of its own samples.
      const samples = own.filter(({ at }) => (at - from) % (minutes * minuteMs) === 0)
      expect(integral(samples).kwh).toBeCloseTo(plain(samples, minutes).kwh, 2)
      expect(integral(samples).sun).toBeCloseTo(plain(samples, minutes).sun, 4)
    },
  )
})
