import { joinParts, type MappedPart } from '@helioport/contract/mapping'
import { counterOf } from '../source/counter-of.ts'
import type { Reading } from '../source/source.ts'

/** Values of one device that come in messages of their own are all there so long after the last of them, ms. */
const settleMs = 1000

interface Kept {
  part: MappedPart
  receivedAt: number
}

/** A part, and where it came from. */
export interface Heard {
  /** Another message of the same kind takes its place. */
  key: string
  part: MappedPart
  /** Field that the lifetime counter stands in; null: not in this message. */
  counterField: string | null
  model: string | undefined
}

/** What was heard of one device, in one message or in many. */
export class DeviceParts {
  readonly #keepMs: number
  readonly #parts = new Map<string, Kept>()
  #lastAt = Number.NEGATIVE_INFINITY
  #isNew = false
  #counterField: string | null = null
  #model: string | undefined

  /** @param keepMs how long a value holds of which nothing new is heard: many devices tell only what changed */
  constructor(keepMs: number) {
    this.#keepMs = keepMs
  }

  hear({ key, part, counterField, model }: Heard, now: number): void {
    this.#parts.delete(key)
    this.#parts.set(key, { part, receivedAt: now })
    this.#lastAt = now
    this.#isNew = true
    this.#counterField = counterField ?? this.#counterField
    this.#model = model ?? this.#model
  }

  /** Null: nothing new since the last, or more is on its way. */
  take(now: number): Reading | null {
    if (!this.#isNew || now - this.#lastAt < settleMs) return null
    this.#isNew = false
    for (const [key, { receivedAt }] of this.#parts) if (now - receivedAt > this.#keepMs) this.#parts.delete(key)
    return this.#reading()
  }

  /** At once: an answer to a question is whole. */
  takeNow(): Reading | null {
    this.#isNew = false
    return this.#reading()
  }

  #reading(): Reading | null {
    const joined = joinParts([...this.#parts.values()].map(({ part }) => part))
    if (!joined) return null
    const { energyTotalKwh, ...frame } = joined
    const counter = counterOf(this.#counterField ?? 'mapped', energyTotalKwh ?? undefined, 'kWh')
    return { frame: { ...frame, ...(this.#model !== undefined && { model: this.#model }) }, counter }
  }
}
