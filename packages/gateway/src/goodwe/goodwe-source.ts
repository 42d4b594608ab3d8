import { MakerSource } from '../makers/maker-source.ts'
import { goodweMaps } from '../makers/goodwe-maps.ts'
import type { RegisterMap } from '../makers/register-map.ts'
import { ModbusException, type ModbusLine } from '../modbus/modbus-line.ts'
import { saysNothing, textIn } from '../modbus/registers.ts'
import type { Reading, Source } from '../source/source.ts'
import { SourceAway, trouble } from '../source/trouble.ts'
import { tidySerial } from '../source/tidy.ts'
import { olderGoodwe } from './older-source.ts'
import { UdpLine, type UdpSettings } from './udp-line.ts'

/** The stick's UDP port; 502 is Modbus TCP. */
export const goodwePort = 8899

interface GoodweSettings extends UdpSettings {
  name: string
  now: () => number
  /** Unit after the host in `--source`; absent: the family's own. */
  unit?: number
}

/** A GoodWe behind its stick's port 8899; the family is recognized by where its serial stands. */
export class GoodweSource implements Source {
  readonly name: string
  readonly #settings: GoodweSettings
  readonly #line: UdpLine
  #found: Source | null = null

  constructor(settings: GoodweSettings) {
    this.name = settings.name
    this.#settings = settings
    this.#line = new UdpLine(settings)
  }

  async read(): Promise<Reading[]> {
    this.#found ??= await this.#find()
    return this.#found.read()
  }

  close = (): Promise<void> => this.#line.close()

  /** Few tries per family: a wrong unit is as silent as a lost datagram. */
  async #find(): Promise<Source> {
    const { name, now, unit, ...place } = this.#settings
    const probe = new UdpLine({ ...place, tries: 3 })
    try {
      const found = await familyBehind(probe, families(unit))
      if (found) return new MakerSource({ name, line: this.#line, now, ...found })
      const older = olderGoodwe(name, this.#line, now)
      await probe.readPlain([0x01, 0x02])
      return older
    } finally {
      await probe.close()
    }
  }
}

/**
 * A GoodWe behind Modbus TCP, same families. A silent unit costs seconds here, so 247, the most common one, is first.
 */
export class GoodweTcpSource implements Source {
  readonly name: string
  readonly #settings: { name: string; line: ModbusLine; now: () => number; unit: number | undefined }
  #found: Source | null = null

  constructor(settings: { name: string; line: ModbusLine; now: () => number; unit: number | undefined }) {
    this.name = settings.name
    this.#settings = settings
  }

  async read(): Promise<Reading[]> {
    const { name, line, now, unit } = this.#settings
    const found = this.#found
      ? null
      : await familyBehind(
          line,
          families(unit).toSorted((a, b) => b.unit - a.unit),
        )
    if (found) this.#found = new MakerSource({ name, line, now, ...found })
    if (!this.#found) throw new SourceAway(trouble('noMaker', { maker: 'GoodWe' }))
    return this.#found.read()
  }

  close = (): Promise<void> => this.#settings.line.close()
}

type Line = Pick<ModbusLine, 'read'>

interface Family {
  map: RegisterMap
  unit: number
}

/** @param unit undefined: every unit that the family may have */
const families = (unit: number | undefined): Family[] =>
  goodweMaps.flatMap(({ map, units }) => (unit === undefined ? units : [unit]).map((own) => ({ map, unit: own })))

/** The first family that answers; null: none. */
async function familyBehind(line: Line, all: readonly Family[]): Promise<Family | null> {
  for (const family of all) if (await hasSerial(line, family.unit, family.map.serial)) return family
  return null
}

async function hasSerial(
  line: Line,
  unit: number,
  { address, count }: { address: number; count: number },
): Promise<boolean> {
  try {
    const words = await line.read(unit, 'holding', address, count)
    return !saysNothing(words) && tidySerial(textIn(words, 0, count)) !== null
  } catch (error) {
    if (error instanceof ModbusException || error instanceof SourceAway) return false
    throw error
  }
}
