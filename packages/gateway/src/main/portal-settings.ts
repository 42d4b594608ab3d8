import { isDeepStrictEqual } from 'node:util'
import type { GatewayReport, GatewaySettings } from '@helioport/contract/ingest'
import { isPrivate } from '../discover/ranges.ts'
import type { SetupDoor } from '../send/setup-door.ts'
import { readStateFile, writeStateFile } from '../state/state-file.ts'

interface PortalSettingsParts {
  /** File with the last settings heard: a start without the portal continues with them. */
  file: string
  door: SetupDoor
  key: string
  now: () => number
  say: (text: string) => void
}

/** Short enough for a person who waits at the portal's page. */
const everyMs = 50_000
const nothing: GatewaySettings = { intervalS: null, sources: null }

/** Settings of the owner from the portal's page of this gateway. The portal may only name devices of this network. */
export class PortalSettings {
  readonly #parts: PortalSettingsParts
  #current: GatewaySettings
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(parts: PortalSettingsParts) {
    this.#parts = parts
    this.#current = { ...nothing, ...readStateFile<GatewaySettings>(parts.file) }
  }

  get intervalS(): number | null {
    return this.#current.intervalS
  }

  /** Named sources that are in this network; null: the portal names none. */
  get sources(): string[] | null {
    return this.#current.sources?.filter(isOfThisNetwork) ?? null
  }

  /** Reports the state and fetches the settings. @returns whether they changed */
  async ask(report: GatewayReport): Promise<boolean> {
    const { door, key, file, now, say } = this.#parts
    if (now() - this.#askedAt < everyMs) return false
    this.#askedAt = now()
    const wanted = await door(key, report)
    if (wanted === null || isDeepStrictEqual(wanted, this.#current)) return false
    this.#current = wanted
    await writeStateFile(file, wanted).catch((error: unknown) => say(`${file} cannot be written: ${String(error)}`))
    for (const source of wanted.sources ?? [])
      if (!isOfThisNetwork(source)) say(`the portal names ${source}, which is not of this network: it is not asked`)
    return true
  }
}

/**
 * A compromised portal must not make this program send requests to the internet: private addresses and local names
 * only.
 */
export function isOfThisNetwork(source: string): boolean {
  const host = /^[a-z]+=([^:/,]+)/.exec(source)?.[1]?.toLowerCase() ?? ''
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(host)) return isPrivate(host) && !host.startsWith('127.')
  return (
    /^[a-z0-9-]*[a-z][a-z0-9-]*(\.(local|lan|home|internal|home\.arpa|fritz\.box))?$/.test(host) && host !== 'localhost'
  )
}
