import { readEach } from './read-each.ts'
import type { Source } from './source.ts'
import type { Trouble } from './trouble.ts'

/** Several inverters behind one address, each as a source with the unit in its name. */
export function eachOf(name: string, units: readonly number[], open: (unit: number, name: string) => Source): Source {
  const [first] = units
  if (first === undefined) throw new Error('no device is named')
  if (units.length === 1) return open(first, name)
  const place = name.replace(/\/[\d,]+$/, '')
  const sources = units.map((unit) => open(unit, `${place} unit ${unit}`))
  let away: readonly Trouble[] = []
  return {
    name,
    read: async () => {
      const told = await readEach(sources, (source) => source.read())
      away = told.away
      return told.readings
    },
    away: () => away,
    close: async () => {
      await Promise.all(sources.map((source) => source.close()))
    },
  }
}
