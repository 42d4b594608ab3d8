import { deviceModes } from '@helioport/contract'
import { counterOf } from '../source/counter-of.ts'
import { frameOf } from '../source/frame.ts'
import { fieldsOf } from '../source/json-fields.ts'
import type { Reading } from '../source/source.ts'
import { measured, measuredRow, tidyName } from '../source/tidy.ts'
import type { TopicNames } from './topics.ts'

/** Values of one measurement come as single messages; they are complete this long after the last one, ms. */
const settleMs = 1000
/** The box recomputes the time of a measurement each time, and now and then it is a second off. */
const sameStampS = 1
/** Earlier times come from a clock that was never set. */
const firstStampS = Date.UTC(2020, 0, 1) / 1000
const inputs = [1, 2, 3, 4, 5, 6] as const

/**
 * Values of one inverter, and the reading of its last complete set: one per measurement, with the measurement's time,
 * and none while the inverter does not answer.
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
    // First message of the next set: the former set is complete.
    if (now - this.#lastAt >= settleMs) this.#cut(now)
    this.#lastAt = now
    if (field === 'name') this.#name = text
    // One of the supported boxes can send all values of a channel in one message.
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

  /** Null: a single phase. */
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

/**
 * Computed, since the box reports percent or a share depending on its version; the sign is that of the reactive power.
 */
function powerFactorOf(powerW: number | undefined, reactiveVar: number | undefined): number | undefined {
  if (powerW === undefined || reactiveVar === undefined) return undefined
  const apparent = Math.hypot(powerW, reactiveVar)
  return apparent === 0 ? undefined : measured((Math.abs(powerW) / apparent) * (reactiveVar < 0 ? -1 : 1))
}
