import { deviceModes } from '@helioport/contract'
import { counterOf } from '../source/counter-of.ts'
import { frameOf } from '../source/frame.ts'
import { fieldsOf } from '../source/json-fields.ts'
import type { Reading } from '../source/source.ts'
import { measured, measuredRow, tidyName } from '../source/tidy.ts'
import type { TopicNames } from './topics.ts'

/** The values of one measurement come one by one; so long after the last of them they are all there, ms. */
const settleMs = 1000
/** The box computes the time of a measurement anew each time, and is a second off now and then. */
const sameStampS = 1
/** Clocks that were never set tell times before. */
const firstStampS = Date.UTC(2020, 0, 1) / 1000
const inputs = [1, 2, 3, 4, 5, 6] as const

/**
 * What was heard of one inverter, and the reading that its last whole round of values makes: one a measurement, stamped by
 * the time of it, none while the inverter does not answer.
 */
export class InverterState {
  readonly #serial: string
  readonly #names: TopicNames
  readonly #values = new Map<string, number | undefined>()
  #lastAt = Number.NEGATIVE_INFINITY
  #stampRead = 0
  #ready: Reading | null = null
  #name: string | undefined

  constructor(serial: string, names: TopicNames) {
    this.#serial = serial
    this.#names = names
  }

  hear(field: string, text: string, now: number): void {
    // The first word of the next round: the one before is whole.
    if (now - this.#lastAt >= settleMs) this.#cut(now)
    this.#lastAt = now
    if (field === 'name') this.#name = text
    // One of the boxes can send all values of a channel in one message.
    else if (text.startsWith('{')) for (const [name, value] of wordsIn(text)) this.#put(`${field}/${name}`, value)
    else this.#put(field, text)
  }

  #put(field: string, text: string): void {
    this.#values.set(field, /^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined)
  }

  /** The newest reading that was not taken yet. */
  take(now: number): Reading | null {
    if (now - this.#lastAt >= settleMs) this.#cut(now)
    const ready = this.#ready
    this.#ready = null
    return ready
  }

  #value(field: string): number | undefined {
    return measured(this.#values.get(field))
  }

  /** Null: it has one phase. */
  #phases(fields: readonly string[]): (number | undefined)[] | null {
    const values = fields.map((field) => this.#value(field))
    return values.every((value) => value === undefined) ? null : values
  }

  #cut(now: number): void {
    const stamp = this.#value(this.#names.stamp)
    if (stamp === undefined || (this.#value(this.#names.reachable) ?? 0) <= 0) return
    if (stamp < firstStampS || Math.abs(stamp - this.#stampRead) <= sameStampS) return
    this.#stampRead = stamp
    this.#ready = this.#readingAt(Math.min(Math.round(stamp * 1000), now))
  }

  #readingAt(at: number): Reading {
    const {
      kind,
      producing,
      producingFrom,
      power,
      reactivePower,
      voltage,
      current,
      phaseVoltages,
      phaseCurrents,
      total,
      ...names
    } = this.#names
    const state = this.#value(producing)
    const [powerW, reactiveVar] = [this.#value(power), this.#value(reactivePower)]
    const frame = frameOf({
      serial: this.#serial,
      at,
      model: tidyName('Hoymiles', this.#name),
      mode: state === undefined ? undefined : state >= producingFrom ? deviceModes.onGrid : deviceModes.standby,
      powerW,
      reactiveVar,
      powerFactor: powerFactorOf(powerW, reactiveVar),
      frequencyHz: this.#value(names.frequency),
      acVoltageV: measuredRow(this.#phases(phaseVoltages) ?? [this.#value(voltage)]),
      acCurrentA: measuredRow(this.#phases(phaseCurrents) ?? [this.#value(current)]),
      dcPowerW: this.#value(names.dcPower),
      mpptVoltageV: measuredRow(inputs.map((input) => this.#value(names.inputVoltage(input)))),
      mpptCurrentA: measuredRow(inputs.map((input) => this.#value(names.inputCurrent(input)))),
      cabinetC: this.#value(names.temperature),
    })
    return { frame, counter: counterOf(`${kind}.yieldtotal`, this.#value(total), 'kWh') }
  }
}

function wordsIn(json: string): [name: string, text: string][] {
  try {
    return Object.entries(fieldsOf(JSON.parse(json))).map(([name, value]) => [name, String(value)])
  } catch {
    return []
  }
}

/** The box writes percent or a share, by its version; so it is computed, with the sign of the reactive power. */
function powerFactorOf(powerW: number | undefined, reactiveVar: number | undefined): number | undefined {
  if (powerW === undefined || reactiveVar === undefined) return undefined
  const apparent = Math.hypot(powerW, reactiveVar)
  return apparent === 0 ? undefined : measured((Math.abs(powerW) / apparent) * (reactiveVar < 0 ? -1 : 1))
}
