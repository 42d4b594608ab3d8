const minuteMs = 60_000

/** Offsets of zone letters after a time, hours; several where parts of the world use the same letters. */
const hoursOf: Record<string, number[]> = {
  Z: [0],
  UTC: [0],
  GMT: [0],
  WET: [0],
  WEST: [1],
  CET: [1],
  MEZ: [1],
  CEST: [2],
  MESZ: [2],
  EET: [2],
  EEST: [3],
  MSK: [3],
  BST: [1],
  IST: [2, 3, 5.5],
  IDT: [3],
  CST: [8, -6],
  JST: [9],
  KST: [9],
  EST: [-5],
  EDT: [-4],
  CDT: [-5],
  MST: [-7],
  MDT: [-6],
  PST: [-8],
  PDT: [-7],
  BRT: [-3],
}

/** Offset of a zone word, hours; null: unknown or ambiguous. */
export function hoursNamed(word: string): number | null {
  const [hours, second] = hoursOf[word] ?? []
  return hours !== undefined && second === undefined ? hours : null
}

export interface MarkedTime {
  /** The time without its mark. */
  text: string
  /** Possible offsets of the mark from UTC, ms. */
  offsets: number[]
}

/** A time that ends with zone letters (`… UTC`, `…Z`, `… CEST`); null: it does not. */
export function lettersMark(text: string): MarkedTime | null {
  const match = /^(.*\d)\s*\(?([A-Z]{1,4})\)?$/.exec(text)
  const hours = hoursOf[match?.[2] ?? '']
  return match && hours ? { text: match[1] ?? '', offsets: hours.map((hour) => hour * 60 * minuteMs) } : null
}

/** A time that ends with an offset (`… +02:00`, `… UTC+8`); null: it does not. */
export function offsetMark(text: string): MarkedTime | null {
  const match = /^(.*\d)\s*(?:UTC|GMT)?\s*([+\-−])(\d\d?)(?::?(\d\d))?$/u.exec(text)
  if (!match) return null
  const ms = (Number(match[3]) * 60 + Number(match[4] ?? 0)) * minuteMs
  return { text: match[1] ?? '', offsets: [match[2] === '+' ? ms : -ms] }
}

/** Offset of a cell such as `+02:00`, ms; null: no offset. */
export function offsetOf(text: string): number | null {
  return /^[+\-−]\d\d:?\d\d$/u.test(text.trim()) ? (offsetMark(`0 ${text.trim()}`)?.offsets[0] ?? null) : null
}
