import { setTimeout as delay } from 'node:timers/promises'
import { control123, outputOf } from '../control/control-123.ts'
import { control704 } from '../control/control-704.ts'
import { settingControl } from '../control/model-settings.ts'
import type { SensorFrame } from '@helioport/contract/ingest'
import type { SettingControl } from '../control/setting-control.ts'
import { settingModels } from '../control/setting-models.ts'
import type { PowerFactorControl } from '../control/power-factor-control.ts'
import type { ModbusLine } from '../modbus/modbus-line.ts'
import type { CounterReading, Reading, Source } from '../source/source.ts'
import { SourceAway, SourceTrouble, trouble, type Trouble } from '../source/trouble.ts'
import { readEach } from '../source/read-each.ts'
import { present, tidyName, tidyNumber, tidySerial } from '../source/tidy.ts'
import { findDevices, type Place } from './chain.ts'
import type { Block } from './decode.ts'
import { errorWordFrom } from './error-bits.ts'
import { is701, measuredBy, modeOf, sensorsBy } from './measured.ts'
import { noteModels, notesBy } from './notes.ts'
import { ChainMoved, readBlock } from './read-block.ts'

/** Models that measure an inverter; those with more digits come first. */
const inverterModels = [101, 102, 103, 111, 112, 113, 701]
const sensorModels = [302, 303, 306, 307]

/** A device behind a unit: its name plate, read once, and the places of its models. */
interface Found {
  unit: number
  places: ReadonlyMap<number, Place>
  serial: string
  model: string | undefined
  ratedPowerW: number | undefined
  /** Greatest apparent power, VA. */
  apparentVA: number | undefined
  setting: SettingControl | null
  /** Origin of the counter that was taken first: another one is another meter. */
  counter: string | null
}

export interface SunspecSettings {
  name: string
  line: ModbusLine
  units: readonly number[]
  now: () => number
  /** Waits between looks at a curve that the device is adopting. */
  wait?: (ms: number) => Promise<void>
}

/** SunSpec inverters behind the units of one connection. */
export class SunspecSource implements Source {
  readonly name: string
  readonly #line: ModbusLine
  readonly #units: readonly number[]
  readonly #now: () => number
  readonly #wait: (ms: number) => Promise<void>
  readonly #found = new Map<number, Found[]>()
  /** Per unit: models of weather sensors, and models without a field in a frame. */
  readonly #sensors = new Map<number, Place[][]>()
  readonly #noted = new Map<number, { whose: string; places: Place[] }[]>()
  #notes: string[] = []
  #away: readonly Trouble[] = []

  constructor({ name, line, units, now, wait = (ms) => delay(ms) }: SunspecSettings) {
    this.name = name
    this.#line = line
    this.#units = units
    this.#now = now
    this.#wait = wait
  }

  /** A missing unit does not affect the others. */
  async read(): Promise<Reading[]> {
    this.#notes = []
    const { readings, away } = await readEach(this.#units, async (unit) => {
      try {
        const told = await this.#readUnit(unit)
        for (const { whose, places } of this.#noted.get(unit) ?? []) {
          this.#notes.push(...notesBy(whose, await this.#blocksOf(unit, places)))
        }
        return told
      } catch (error) {
        if (!(error instanceof ChainMoved)) throw error
        this.#forget(unit)
        throw new SourceAway(...error.troubles)
      }
    })
    this.#away = away
    return readings
  }

  away = (): readonly Trouble[] => this.#away

  /** A missing or moved model is left out alone. */
  async readSensors(): Promise<SensorFrame[]> {
    const frames: SensorFrame[] = []
    for (const [unit, stations] of this.#sensors) {
      for (const places of stations) {
        const frame = sensorsBy(await this.#blocksOf(unit, places), this.#now())
        if (frame) frames.push(frame)
      }
    }
    return frames
  }

  notes = (): readonly string[] => this.#notes

  controlOf(serial: string): PowerFactorControl | null {
    const device = [...this.#found.values()].flat().find((found) => found.serial === serial)
    const [old, control] = [device?.places.get(123), device?.places.get(704)]
    const inverter = inverterModels.map((id) => device?.places.get(id)).find((place) => place !== undefined)
    if (!device || !inverter) return null
    const { unit, ratedPowerW } = device
    const controlled = { line: this.#line, unit, inverter, ratedW: ratedPowerW ?? null }
    if (control) return control704({ ...controlled, control })
    return old ? control123({ ...controlled, control: old }) : null
  }

  settingOf(serial: string): SettingControl | null {
    const device = [...this.#found.values()].flat().find((found) => found.serial === serial)
    if (device) device.setting ??= this.#settingOf(device)
    return device?.setting ?? null
  }

  #settingOf({ unit, places, ratedPowerW, apparentVA }: Found): SettingControl | null {
    const inverter = inverterModels.map((id) => places.get(id)).find((place) => place !== undefined)
    if (!inverter) return null
    const sized = { line: this.#line, unit, inverter, ratedW: ratedPowerW ?? null, apparentVA: apparentVA ?? null }
    const models = settingModels(places, { ...sized, wait: this.#wait })
    return models.length > 0 ? settingControl(models, () => outputOf(sized), sized.ratedW) : null
  }

  close = (): Promise<void> => this.#line.close()

  async #readUnit(unit: number): Promise<Reading[]> {
    const found = this.#found.get(unit) ?? (await this.#find(unit))
    const readings: Reading[] = []
    for (const device of found) {
      // A swapped device reports another serial at the same place.
      if ((await this.#serialAt(unit, device.places.get(1))) !== device.serial) {
        throw new ChainMoved(trouble('unit.other', { unit }))
      }
      const reading = await this.#readDevice(device)
      if (reading) readings.push(reading)
    }
    return readings
  }

  async #find(unit: number): Promise<Found[]> {
    const devices = await findDevices(this.#line, unit)
    this.#forget(unit)
    const found: Found[] = []
    for (const places of devices) {
      const device = await this.#namePlate(unit, new Map(places.map((place) => [place.id, place])))
      if (device && isInverter(places)) found.push(device)
      if (!device && isInverter(places)) throw new SourceTrouble(trouble('unit.noSerial', { unit }))
      const of = (ids: readonly number[]) => places.filter(({ id }) => ids.includes(id))
      const [sensors, noted] = [of(sensorModels), of(noteModels)]
      if (sensors.length > 0) this.#sensors.set(unit, [...(this.#sensors.get(unit) ?? []), sensors])
      const whose = device?.serial ?? `unit ${unit}`
      if (noted.length > 0) this.#noted.set(unit, [...(this.#noted.get(unit) ?? []), { whose, places: noted }])
    }
    if (found.length > 0 || this.#sensors.has(unit)) this.#found.set(unit, found)
    else if (devices.length > 0) {
      throw new SourceTrouble(trouble('unit.noInverter', { unit, names: await this.#namesOf(unit, devices) }))
    }
    return found
  }

  /** Names of devices that are not read, for people. */
  async #namesOf(unit: number, devices: readonly Place[][]): Promise<string> {
    const plates = await Promise.all(devices.map(([place]) => this.#optional(unit, place)))
    return plates.map((plate) => tidyName(plate?.text('Mn'), plate?.text('Md')) ?? 'a device without a name').join(', ')
  }

  async #namePlate(unit: number, places: ReadonlyMap<number, Place>): Promise<Found | null> {
    const common = await this.#block(unit, places.get(1))
    const serial = common && serialOf(common)
    if (!common || !serial) return null
    // Ratings by design; else the configured maximum.
    const plates = [
      [await this.#optional(unit, places.get(120)), 'WRtg', 'VARtg'],
      [await this.#optional(unit, places.get(702)), 'WMaxRtg', 'VAMaxRtg'],
      [await this.#optional(unit, places.get(121)), 'WMax', 'VAMax'],
    ] as const
    const rated = plates.map(([block, power]) => block?.value(power)).find(isAbove0)
    const apparentVA = plates.map(([block, , apparent]) => block?.value(apparent)).find(isAbove0)
    return {
      unit,
      places,
      apparentVA,
      setting: null,
      serial,
      model: tidyName(common.text('Mn'), common.text('Md')),
      ratedPowerW: rated,
      counter: null,
    }
  }

  async #readDevice(device: Found): Promise<Reading | null> {
    const { unit, places, serial, model, ratedPowerW } = device
    const place = inverterModels.map((id) => places.get(id)).find((known) => known !== undefined)
    const inverter = await this.#block(unit, place)
    if (!inverter || isBusTimeOut(inverter)) return null
    const trackers = await this.#optional(unit, places.get(160) ?? places.get(714))
    const status = await this.#optional(unit, places.get(122))
    const storage = await this.#optional(unit, places.get(124))
    const errorWord = errorWordFrom({
      inverter: inverter.value(is701(inverter) ? 'Alrm' : 'Evt1'),
      isModel701: is701(inverter),
      trackers: trackers?.model.id === 160 ? trackers.value('Evt') : undefined,
    })
    const counter = counterOf(inverter, status, device.counter)
    if (counter) device.counter ??= counter.origin
    const told = present({ model, ratedPowerW, errorWord })
    const frame = {
      serial,
      at: this.#now(),
      ...told,
      ...modeOf(inverter),
      ...measuredBy({ inverter, trackers, status, storage }),
    }
    return { frame, counter }
  }

  async #serialAt(unit: number, place: Place | undefined): Promise<string | null> {
    const common = await this.#block(unit, place)
    if (!common) throw new SourceAway(trouble('unit.silent', { unit }))
    return serialOf(common)
  }

  #block(unit: number, place: Place | undefined): Promise<Block | null> {
    return place ? readBlock(this.#line, unit, place) : Promise.resolve(null)
  }

  /** Optional block: null if it does not answer. */
  async #optional(unit: number, place: Place | undefined): Promise<Block | null> {
    try {
      return await this.#block(unit, place)
    } catch (error) {
      if (error instanceof SourceAway) return null
      throw error
    }
  }

  /** Blocks that answer; a moved model is searched again in the next round. */
  async #blocksOf(unit: number, places: readonly Place[]): Promise<Block[]> {
    const blocks: Block[] = []
    for (const place of places) {
      try {
        const block = await this.#optional(unit, place)
        if (block) blocks.push(block)
      } catch (error) {
        if (!(error instanceof ChainMoved)) throw error
        this.#found.delete(unit)
      }
    }
    return blocks
  }

  #forget(unit: number): void {
    this.#found.delete(unit)
    this.#sensors.delete(unit)
    this.#noted.delete(unit)
  }
}

const isInverter = (places: readonly Place[]) => places.some(({ id }) => inverterModels.includes(id))

/** A serial of two or three digits is unique only together with its maker. */
const serialOf = (common: Block): string | null => {
  const own = common.text('SN')
  return tidySerial(own) ?? (own === '' ? null : tidySerial(`${common.text('Mn')}-${own}`))
}

const isAbove0 = (value: number | undefined) => value !== undefined && value > 0

/** Answer of a Fronius while its internal bus is silent: a fault without event and without voltage. */
function isBusTimeOut(inverter: Block): boolean {
  return (
    inverter.value('St') === 7 &&
    !inverter.value('Evt1') &&
    !inverter.value('PhVphA') &&
    !inverter.value('Hz') &&
    !inverter.value('W')
  )
}

/** The counter with the most digits; later always the one that was taken first. Wh. */
function counterOf(inverter: Block, status: Block | null, taken: string | null): CounterReading | null {
  const name = is701(inverter) ? 'TotWhInj' : 'WH'
  const unit = inverter.unitOf(name) ?? 1
  const is32Bits = inverter.model.id < 111
  const all = [
    { origin: 'sunspec.122.ActWh', wh: status?.value('ActWh'), wrapsAtKwh: null },
    {
      origin: `sunspec.${inverter.model.id}.${name}`,
      wh: inverter.value(name),
      wrapsAtKwh: is32Bits ? tidyNumber((2 ** 32 * unit) / 1000) : null,
    },
  ]
  const counter = all.find(({ origin, wh }) => wh !== undefined && wh > 0 && (taken ?? origin) === origin)
  if (counter?.wh === undefined) return null
  return { origin: counter.origin, kwh: tidyNumber(counter.wh / 1000), wrapsAtKwh: counter.wrapsAtKwh }
}
