import { MakerSource } from '../makers/maker-source.ts'
import { goodweMaps } from '../makers/goodwe-maps.ts'
import { ModbusException } from '../modbus/modbus-line.ts'
import { saysNothing, textIn } from '../modbus/registers.ts'
import { type Reading, type Source, SourceAway } from '../source/source.ts'
import { tidySerial } from '../source/tidy.ts'
import { olderGoodwe } from './older-source.ts'
import { UdpLine, type UdpSettings } from './udp-line.ts'

/** The stick's port: datagrams, where 502 is Modbus TCP. */
export const goodwePort = 8899

interface GoodweSettings extends UdpSettings {
  name: string
  now: () => number
  /** What was written behind the host; none: as the family has it. */
  unit?: number
}

/** A GoodWe behind its stick's port 8899: which family it is, is found by where it has its serial. */
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

  /** Each is asked a few times only: a wrong unit is silent, as a lost datagram is. */
  async #find(): Promise<Source> {
    const { name, now, unit, ...place } = this.#settings
    const probe = new UdpLine({ ...place, tries: 3 })
    try {
      for (const { map, units } of goodweMaps) {
        for (const own of unit === undefined ? units : [unit]) {
          if (await hasSerial(probe, own, map.serial))
            return new MakerSource({ name, line: this.#line, map, unit: own, now })
        }
      }
      const older = olderGoodwe(name, this.#line, now)
      await probe.readPlain([0x01, 0x02])
      return older
    } finally {
      await probe.close()
    }
  }
}

async function hasSerial(
  line: UdpLine,
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
