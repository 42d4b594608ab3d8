import { join } from 'node:path'
import type { Found } from '../discover/found.ts'
import { readStateFile, writeStateFile } from '../state/state-file.ts'

interface SearchSettings {
  folder: string
  search: () => Promise<Found[]>
  /** Whether the portal names sources: then no search is needed. */
  isNamed: () => Promise<boolean>
  /** Search until a device is found; otherwise once. */
  isPatient: boolean
  wait: (ms: number) => Promise<void>
  say: (text: string) => void
}

const lookMs = 60_000
/** Questions to the portal between two searches: ten minutes. */
const looks = 10
/** A device with several protocols is read by the first of these: read twice it would be two devices. */
const preferred = ['sunspec', 'fronius', 'vsn', 'shelly']

/**
 * Sources when nobody named any: those of an earlier search, else of a new one. Inverters sleep at night: it repeats.
 */
export async function foundSources({
  folder,
  search,
  isNamed,
  isPatient,
  wait,
  say,
}: SearchSettings): Promise<string[]> {
  const file = join(folder, 'sources.json')
  const known = readStateFile<string[]>(file)
  if (Array.isArray(known) && known.length > 0) return known
  for (;;) {
    if (await isNamed()) return []
    say('looking for devices of this network')
    const sources = sourcesIn(await search())
    if (sources.length > 0) {
      await writeStateFile(file, sources)
      say(`found: ${sources.join(', ')}; kept in ${file}`)
      return sources
    }
    if (!isPatient) return []
    say('nothing was found; by night inverters sleep: it looks again in ten minutes')
    for (let look = 0; look < looks; look += 1) {
      await wait(lookMs)
      if (await isNamed()) return []
    }
  }
}

/** One source per address. */
function sourcesIn(found: readonly Found[]): string[] {
  const rank = ({ kind }: Found) => (preferred.indexOf(kind) + preferred.length + 1) % (preferred.length + 1)
  const byAddress = new Map<string, string>()
  for (const { address, source } of found.toSorted((a, b) => rank(a) - rank(b))) {
    if (source !== null && !byAddress.has(address)) byAddress.set(address, source)
  }
  return [...byAddress.values()]
}
