import { isDeepStrictEqual } from 'node:util'
import type { GatewayReport, GatewaySettings } from '@helioport/contract/ingest'
import { isPrivate } from '../discover/ranges.ts'
import type { SetupDoor } from '../send/setup-door.ts'
import { readStateFile, writeStateFile } from '../state/state-file.ts'

interface PortalSettingsParts {
  /** Where what was heard last is kept: a start without the portal goes on with it. */
  file: string
  door: SetupDoor
  key: string
  now: () => number
  say: (text: string) => void
}

/** Often enough for a person who waits at the page. */
const everyMs = 50_000
const nothing: GatewaySettings = { intervalS: null, sources: null }

/** What the owner set on the portal's page of this gateway. It may name devices of this network, and nothing else. */
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

  /** Those that lie in this network; null: the portal names none. */
  get sources(): string[] | null {
    return this.#current.sources?.filter(isOfThisNetwork) ?? null
  }

  /** Tells what runs; whether something else is wanted from now on. */
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

/** A portal that somebody broke into must not have this program ask the world: private addresses, and names of a house. */
export function isOfThisNetwork(source: string): boolean {
  const host = /^[a-z]+=([^:/,]+)/.exec(source)?.[1]?.toLowerCase() ?? ''
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(host)) return isPrivate(host) && !host.startsWith('127.')
  return (
    /^[a-z0-9-]*[a-z][a-z0-9-]*(\.(local|lan|home|internal|home\.arpa|fritz\.box))?$/.test(host) && host !== 'localhost'
  )
}
