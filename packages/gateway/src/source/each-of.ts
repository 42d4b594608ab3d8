import { readEach } from './read-each.ts'
import type { Source } from './source.ts'

/** Several inverters behind one address, each read as a source of its own. */
export function eachOf(sources: readonly Source[]): Source {
  const [first] = sources
  if (!first) throw new Error('no device is named')
  if (sources.length === 1) return first
  return {
    name: first.name,
    read: () => readEach(sources, (source) => source.read()),
    close: async () => {
      await Promise.all(sources.map((source) => source.close()))
    },
  }
}
