import { writeXlsx } from 'hucre/xlsx'
import type { ImportPlan } from '../plan.ts'
import type { SourceFile } from '../table/table.ts'

export const berlin = 'Europe/Berlin'
export const noon = Date.UTC(2026, 6, 4, 10)

/** Two inverters of 10 kW with light and air, in Berlin. */
export const twoInverters: ImportPlan = {
  time: { column: 'time', format: 'YYYY-MM-DD HH:mm', zone: berlin },
  devices: [
    { ratedPowerW: 10_000, power: { column: 'p1', unit: 'W' } },
    { ratedPowerW: 10_000, power: { column: 'p2', unit: 'kW' } },
  ],
  sensors: {
    irradianceWm2: { columns: ['g'], unit: 'W/m2' },
    ambientC: { columns: ['t'], unit: 'C' },
  },
}

export const csvFile = (text: string, name = 'plant.csv'): SourceFile => ({
  name,
  bytes: new TextEncoder().encode(text),
})

export const xlsxFile = async (
  rows: (string | number | Date | null)[][],
  name = 'plant.xlsx',
): Promise<SourceFile> => ({
  name,
  bytes: await writeXlsx({ sheets: [{ name: 'Sheet', rows }] }),
})

/** Local time in Berlin in summer: `2026-07-04 12:00`. */
export const summerWall = (at: number): string => new Date(at + 7_200_000).toISOString().slice(0, 16).replace('T', ' ')

export interface Truth {
  at: number
  p1: number
  p2: number
  g: number
  t: number
}

/** A morning in July, every `minutes`; all numbers have decimals, most are above a thousand. */
export const truth = (count: number, minutes = 5): Truth[] =>
  Array.from({ length: count }, (_, i) => ({
    at: noon + i * minutes * 60_000,
    p1: 1000.25 + 7.5 * i,
    p2: 2.125 + 0.01 * i,
    g: 600.5 + (i % 40),
    t: 20.5,
  }))

export const headings = ['time', 'p1', 'p2', 'g', 't']

/** Lines of a CSV, without the header. */
export const linesOf = (rows: readonly Truth[], delimiter = ',', number: (value: number) => string = String) =>
  rows.map(({ at, p1, p2, g, t }) => [summerWall(at), ...[p1, p2, g, t].map(number)].join(delimiter))
