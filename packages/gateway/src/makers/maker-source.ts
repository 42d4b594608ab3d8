import { deviceModes } from '@helioport/contract'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { ModbusException, type ModbusLine, type RegisterKind } from '../modbus/modbus-line.ts'
import { numberIn, saysNothing, textIn, wordsOf } from '../modbus/registers.ts'
import { type CounterReading, type Reading, type Source, SourceAway } from '../source/source.ts'
import { measuredRow, present, tidyName, tidyNumber, tidySerial } from '../source/tidy.ts'
import { notThere, type Register, type RegisterMap } from './register-map.ts'

export interface MakerSettings {
  name: string
  line: Pick<ModbusLine, 'read' | 'close'>
  map: RegisterMap
  unit: number
  now: () => number
}

/** An inverter that is read by its maker's own list of registers. */
export class MakerSource implements Source {
  readonly name: string
  readonly #settings: MakerSettings
  #map: RegisterMap

  constructor(settings: MakerSettings) {
    this.name = settings.name
    this.#settings = settings
    this.#map = settings.map
  }

  async read(): Promise<Reading[]> {
    const serial = await this.#serial()
    if (!serial) throw new SourceAway(`${this.name}: no serial where a ${this.#map.maker} inverter has one`)
    const map = this.#map
    const words = await this.#blocks()
    const value = (register: Register): number | undefined => valueOf(words, register, map)
    const powerW = map.values.powerW && value(map.values.powerW)
    if (powerW !== undefined) {
      return [{ frame: await this.#frame(serial, powerW, value), counter: counterOf(map, value) }]
    }
    const isAwake = map.values.ratedPowerW && value(map.values.ratedPowerW) !== undefined
    // Nothing answered but the serial.
    if (!map.otherwise || !isAwake) return []
    this.#map = map.otherwise
    return this.read()
  }

  close = (): Promise<void> => this.#settings.line.close()

  async #frame(
    serial: string,
    powerW: number,
    value: (register: Register) => number | undefined,
  ): Promise<DeviceFrame> {
    const { now } = this.#settings
    const map = this.#map
    const values = Object.entries(map.values).map(([name, register]) => [name, value(register)] as const)
    const inputs = map.inputs && value(map.inputs)
    const lists = Object.entries(map.lists).map(([name, all]) => {
      const own = name.startsWith('mppt') ? all.slice(0, inputs) : all
      return [name, measuredRow(own.map(value))] as const
    })
    const told = Object.fromEntries(values) as Partial<Record<keyof typeof map.values, number>>
    const dcPowers = map.dcPowers.map(value).filter((power) => power !== undefined)
    return {
      serial,
      at: now(),
      ...present({
        ...told,
        ...Object.fromEntries(lists),
        model: tidyName(map.maker, await this.#model()),
        frequencyHz: frequencyOf(told.frequencyHz),
        dcPowerW: dcPowers.length > 0 ? tidyNumber(dcPowers.reduce((sum, power) => sum + power, 0)) : undefined,
        mode: modeOf(value(map.state.register), powerW, map),
      }),
    }
  }

  async #serial(): Promise<string | null> {
    const { kind, address, count, is32Bits } = this.#map.serial
    const words = await this.#read(kind, address, count)
    if (!words || saysNothing(words)) return null
    return tidySerial(is32Bits ? String(numberIn(words, 0, 'uint32')) : textIn(words, 0, count))
  }

  async #model(): Promise<string | undefined> {
    const { model } = this.#map
    const words = model && (await this.#read('holding', model.address, model.count))
    return words && !saysNothing(words) ? textIn(words, 0, words.length) : undefined
  }

  /** Registers by address; a block that may not be read costs itself alone. */
  async #blocks(): Promise<ReadonlyMap<number, number>> {
    const map = this.#map
    const words = new Map<number, number>()
    for (const [address, count, ofMoreInputsThan = -1] of map.blocks) {
      const inputs = map.inputs && valueOf(words, map.inputs, map)
      if ((inputs ?? 0) <= ofMoreInputsThan) continue
      const block = await this.#read(map.kind, address, count)
      if (block && !(count > 4 && saysNothing(block))) block.forEach((word, i) => words.set(address + i, word))
    }
    return words
  }

  async #read(kind: RegisterKind, address: number, count: number): Promise<number[] | null> {
    try {
      return await this.#settings.line.read(this.#settings.unit, kind, address, count)
    } catch (error) {
      if (error instanceof ModbusException) return null
      throw error
    }
  }
}

function valueOf(words: ReadonlyMap<number, number>, register: Register, { order }: RegisterMap): number | undefined {
  const { address, type, step } = register
  const own = Array.from({ length: wordsOf[type] }, (_, i) => words.get(address + i)).filter(
    (word) => word !== undefined,
  )
  const raw = numberIn(own, 0, type, order)
  return raw === undefined || notThere[type].includes(raw) ? undefined : tidyNumber(raw * step)
}

/** Some dongles tell ten times the frequency that their document says. */
const frequencyOf = (hz: number | undefined) => (hz !== undefined && hz > 100 ? tidyNumber(hz / 10) : hz)

function modeOf(state: number | undefined, powerW: number, { state: { modes } }: RegisterMap): number | undefined {
  if (state === undefined) return undefined
  return modes[state] ?? (powerW > 0 ? deviceModes.onGrid : deviceModes.standby)
}

/** 0 is "not known": no inverter in use has given nothing in all its life. */
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
