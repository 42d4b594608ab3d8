import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Five days of a real plant in 1990; the file is outside the project and may be missing. */
export const measuredPlant = resolve(import.meta.dirname, '../../../../shared/data/plant-8-inverters-5min.csv')

export const hasMeasuredPlant = existsSync(measuredPlant)

export interface MeasuredDay {
  date: string
  /** Positive inverter power times 5 min, kWh. */
  energyKwh: number
  /** Mean in-plane irradiance of the two stations times 5 min, kWh/m2. */
  irradiationKwhM2: number
}

/**
 * Writes a copy of the file with its days moved to last year and returns its path: rows older than 20 years are
 * refused.
 */
export function recentCopy(folder: string): string {
  const file = join(folder, 'measured-plant.csv')
  const year = new Date().getUTCFullYear() - 1
  writeFileSync(file, readFileSync(measuredPlant, 'utf8').replaceAll(/^1990-/gm, `${year}-`))
  return file
}

/** Sums computed directly from the file, sharing no code with the importer or the service. */
export function measuredDays(file: string): MeasuredDay[] {
  const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  const columns = head.split(',')
  const at = (pattern: RegExp) => columns.flatMap((name, index) => (pattern.test(name) ? [index] : []))
  const powers = at(/^inv\d_power$/)
  const irradiances = at(/poa_pyranometer$/)
  const days = new Map<string, MeasuredDay>()
  for (const line of lines) {
    const cells = line.split(',')
    const date = (cells[0] ?? '').slice(0, 10)
    const day = days.get(date) ?? { date, energyKwh: 0, irradiationKwhM2: 0 }
    for (const index of powers) day.energyKwh += Math.max(0, Number(cells[index])) / 12 / 1000
    const irradiance = irradiances.reduce((sum, index) => sum + Number(cells[index]), 0) / irradiances.length
    day.irradiationKwhM2 += Math.max(0, irradiance) / 12 / 1000
    days.set(date, day)
  }
  return [...days.values()]
}
