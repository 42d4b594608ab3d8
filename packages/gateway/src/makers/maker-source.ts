import { deviceModes } from '@helioport/contract'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { ModbusException, type ModbusLine } from '../modbus/modbus-line.ts'
import { saysNothing, wordsOf } from '../modbus/registers.ts'
import type { CounterReading, Reading, Source } from '../source/source.ts'
import { SourceAway, trouble } from '../source/trouble.ts'
import { present, tidyNumber } from '../source/tidy.ts'
import { type Plate, plateOf, type ReadWords, serialBehind } from './name-plate.ts'
import type { Register, RegisterMap } from './register-map.ts'
import { RowReader } from './rows.ts'
import { valueOf, type Words } from './words.ts'

export interface MakerSettings {
  name: string
  line: Pick<ModbusLine, 'read' | 'close'>
  map: RegisterMap
  unit: number
  now: () => number
}

/** An inverter read by its maker's own register list. */
export class MakerSource implements Source {
  readonly name: string
  readonly #settings: MakerSettings
  #plate: Plate | null = null
  /** The family whose registers gave a power: no other family is tried again. */
  #proven: RegisterMap | null = null
  #rows = new RowReader()
  /** First addresses of blocks that have answered, and of blocks that get no answer. */
  readonly #heard = new Set<number>()
  readonly #deafTo = new Set<number>()

  constructor(settings: MakerSettings) {
    this.name = settings.name
    this.#settings = settings
  }

  async read(): Promise<Reading[]> {
    const plate = await this.#plateNow()
    for (const map of this.#proven ? [this.#proven] : plate.families) {
      const words = await this.#blocks(map, plate)
      const value = (register: Register) => valueOf(words, register, map)
      const powerW = map.values.powerW && value(map.values.powerW)
      if (powerW !== undefined) {
        this.#proven = map
        return [{ frame: this.#frame(plate, map, powerW, value), counter: counterOf(map, value) }]
      }
      // Faulty or switched-off inverters may report no power: the frame then carries the state. In standby they are
      // asleep.
      const state = stateOf(value(map.state.register), map)
      const isCertain = this.#proven !== null || plate.families.length === 1
      if (isCertain && state !== undefined && state !== deviceModes.standby && state !== deviceModes.onGrid) {
        return [{ frame: this.#frame(plate, map, undefined, value), counter: counterOf(map, value) }]
      }
      const ratedPowerW = plate.ratedPowerW ?? (map.values.ratedPowerW && value(map.values.ratedPowerW))
      // Only the serial answered.
      if (ratedPowerW === undefined) break
    }
    return []
  }

  close = (): Promise<void> => this.#settings.line.close()

  #frame(
    plate: Plate,
    map: RegisterMap,
    powerW: number | undefined,
    value: (register: Register) => number | undefined,
  ): DeviceFrame {
    const values = Object.entries(map.values).map(([name, register]) => [name, value(register)] as const)
    const told = Object.fromEntries(values) as Partial<Record<keyof typeof map.values, number>>
    const dcPowers = map.dcPowers.map(value).filter((power) => power !== undefined)
    const inputs = plate.inputs ?? (map.inputs && value(map.inputs))
    // A sum of some inputs is not the sum of all.
    const isWhole = map.dcPowers.length === 1 || (inputs ?? 0) <= map.dcPowers.length
    return {
      serial: plate.serial,
      at: this.#settings.now(),
      ...present({
        ratedPowerW: plate.ratedPowerW,
        ...told,
        ...this.#rows.read(map, value, { inputs, phases: plate.phases }),
        model: plate.model,
        frequencyHz: frequencyOf(told.frequencyHz),
        dcPowerW:
          isWhole && dcPowers.length > 0 ? tidyNumber(dcPowers.reduce((sum, power) => sum + power, 0)) : undefined,
        ...modeOf(value(map.state.register), powerW, map),
      }),
    }
  }

  /** The plate is bound to the serial: a swapped device is another one. */
  async #plateNow(): Promise<Plate> {
    const { map, unit } = this.#settings
    const serial = await serialBehind(this.#read, map)
    if (!serial) throw new SourceAway(trouble('unit.noMaker', { unit, maker: map.maker }))
    if (this.#plate?.serial === serial && this.#plate.isWhole) return this.#plate
    if (this.#plate?.serial !== serial) {
      this.#proven = null
      this.#rows = new RowReader()
      this.#heard.clear()
      this.#deafTo.clear()
    }
    this.#plate = await plateOf(this.#read, map, serial)
    return this.#plate
  }

  /** Registers by address; an unreadable block is skipped alone. */
  async #blocks(map: RegisterMap, plate: Plate): Promise<Words> {
    const words: Words = new Map()
    for (const [address, count, ofMoreInputsThan = -1] of map.blocks) {
      const inputs = plate.inputs ?? (map.inputs && valueOf(words, map.inputs, map))
      if ((inputs ?? 0) <= ofMoreInputsThan) continue
      const block = await this.#block(map, plate, address, count)
      if (block && !(count > 4 && saysNothing(block))) block.forEach((word, i) => words.set(address + i, word))
    }
    return words
  }

  /**
   * Some devices stop answering after a question for registers that they lack, where others refuse it. Such a block is
   * skipped and not asked for again.
   */
  async #block(map: RegisterMap, plate: Plate, address: number, count: number): Promise<number[] | null> {
    if (this.#deafTo.has(address)) return null
    try {
      const words = await this.#read(map.kind, address, count)
      this.#heard.add(address)
      return words
    } catch (error) {
      const power = map.values.powerW?.address ?? address
      const isOptional = !this.#heard.has(address) && (power < address || power >= address + count)
      if (!(error instanceof SourceAway) || !isOptional) throw error
      if ((await serialBehind(this.#read, this.#settings.map)) !== plate.serial) throw error
      this.#deafTo.add(address)
      return null
    }
  }

  readonly #read: ReadWords = async (kind, address, count) => {
    try {
      return await this.#settings.line.read(this.#settings.unit, kind, address, count)
    } catch (error) {
      if (error instanceof ModbusException) return null
      throw error
    }
  }
}

/** Some dongles report ten times the documented frequency. */
const frequencyOf = (hz: number | undefined) => (hz !== undefined && hz > 100 ? tidyNumber(hz / 10) : hz)

function modeOf(
  told: number | undefined,
  powerW: number | undefined,
  map: RegisterMap,
): Pick<DeviceFrame, 'mode' | 'subState'> {
  if (told === undefined) return {}
  const { limited, mask = ~0 } = map.state
  const mode = stateOf(told, map) ?? ((powerW ?? 0) > 0 ? deviceModes.onGrid : deviceModes.standby)
  return limited?.includes(told & mask) ? { mode, subState: 'limited' } : { mode }
}

/** The frame's mode; undefined if the maker's list does not name the state. */
const stateOf = (told: number | undefined, { state: { modes, mask = ~0 } }: RegisterMap): number | undefined =>
  told === undefined ? undefined : modes[told & mask]

/** 0 means unknown: every inverter in use has produced something. */
function counterOf(map: RegisterMap, value: (register: Register) => number | undefined): CounterReading | null {
  const { address, type, step } = map.total
  const kwh = value(map.total)
  if (kwh === undefined || kwh <= 0) return null
  return {
    origin: `${map.maker.toLowerCase()}.${address}`,
    kwh,
    wrapsAtKwh: type === 'uint32' || type === 'uint16' ? tidyNumber(2 ** (16 * wordsOf[type]) * step) : null,
  }
}
