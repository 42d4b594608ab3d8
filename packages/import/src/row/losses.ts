/** Why a row, or a value in it, was rejected. */
export const lossReasons = [
  'unparsableTime',
  'ambiguousTime',
  'duplicateTime',
  'columnCount',
  'notANumber',
  'outOfRange',
] as const
export type LossReason = (typeof lossReasons)[number]

export interface Loss {
  reason: LossReason
  file: string
  line: number
  /** The rejected text. */
  text: string
}

/** Maximal number of listed losses; all are counted. */
const listed = 1000

/** Rejected rows: counts by reason, each row once per reason, and a list of places. */
export class Losses {
  readonly count = Object.fromEntries(lossReasons.map((reason) => [reason, 0])) as Record<LossReason, number>
  readonly list: Loss[] = []
  #last = ''

  add(loss: Loss): void {
    const key = `${loss.reason} ${loss.line} ${loss.file}`
    if (key === this.#last) return
    this.#last = key
    this.count[loss.reason] += 1
    if (this.list.length < listed) this.list.push({ ...loss, text: loss.text.slice(0, 80) })
  }
}
