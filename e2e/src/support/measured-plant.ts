import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A real plant's five days of 1990; it lies beside the project where it is to be had. */
export const measuredPlant = resolve(import.meta.dirname, '../../../../shared/data/plant-8-inverters-5min.csv')

export const hasMeasuredPlant = existsSync(measuredPlant)

export interface MeasuredDay {
  date: string
  /** Positive inverter power times 5 min, kWh. */
  energyKwh: number
  /** Mean in-plane irradiance of the two stations times 5 min, kWh/m2. */
  irradiationKwhM2: number
}

/** A copy of the file with its days in last year, whose address it returns: what is older than 20 years is not taken. */
export function recentCopy(folder: string): string {
  const file = join(folder, 'measured-plant.csv')
  const year = new Date().getUTCFullYear() - 1
  writeFileSync(file, readFileSync(measuredPlant, 'utf8').replaceAll(/^1990-/gm, `${year}-`))
  return file
}

/** Sums straight over the file, sharing no code with the importer or the service. */
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
