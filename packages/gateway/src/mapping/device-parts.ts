import { joinParts, type MappedPart } from '@helioport/contract/mapping'
import { counterOf } from '../source/counter-of.ts'
import type { Reading } from '../source/source.ts'

/** A device may send its values as separate messages; a reading is complete this long after the last one, ms. */
const settleMs = 1000

interface Kept {
  part: MappedPart
  receivedAt: number
}

/** Part of a reading, and its origin. */
export interface Heard {
  /** A newer message with the same key replaces it. */
  key: string
  part: MappedPart
  /** Field of the lifetime counter; null: not in this message. */
  counterField: string | null
  model: string | undefined
}

/** Messages of one device, joined to readings. */
export class DeviceParts {
  readonly #keepMs: number
  readonly #parts = new Map<string, Kept>()
  #lastAt = Number.NEGATIVE_INFINITY
  #isNew = false
  #counterField: string | null = null
  #model: string | undefined

  /** @param keepMs how long a value stays valid without news: many devices send only changes */
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

  /** Null: nothing new since the last call, or more messages are expected. */
  take(now: number): Reading | null {
    if (!this.#isNew || now - this.#lastAt < settleMs) return null
    this.#isNew = false
    for (const [key, { receivedAt }] of this.#parts) if (now - receivedAt > this.#keepMs) this.#parts.delete(key)
    return this.#reading()
  }

  /** Without waiting: an answer to a request is complete. */
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
