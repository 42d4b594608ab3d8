import type { Kind, Subject } from './subject.ts'
import type { Profile, Visit } from './visit.ts'

/** Visits of one subject, in the order of the rounds. */
export interface Visited {
  subject: Subject
  visits: Visit[]
}

interface Measure {
  name: string
  unit: string
  of: (visit: Visit) => number | undefined
  digits: number
}

const measures: readonly Measure[] = [
  { name: 'bytes', unit: 'KB', of: ({ bytes }) => bytes / 1_000, digits: 1 },
  { name: 'first visit', unit: 'ms', of: ({ firstMs }) => firstMs, digits: 0 },
  { name: 'second visit', unit: 'ms', of: ({ againMs }) => againMs, digits: 0 },
  { name: 'bytes of it', unit: 'KB', of: ({ againBytes }) => againBytes / 1_000, digits: 1 },
  { name: 'into an area', unit: 'ms', of: ({ intoMs }) => intoMs, digits: 0 },
  { name: 'requests of it', unit: '', of: ({ intoRequests }) => intoRequests, digits: 0 },
  { name: 'the same again', unit: 'ms', of: ({ intoAgainMs }) => intoAgainMs, digits: 0 },
]

/** Of numbers in any order; NaN without any. `share`: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const ordered = values.toSorted((a, b) => a - b)
  return ordered[Math.floor((ordered.length - 1) * share)] ?? Number.NaN
}

/**
 * Lines of one table: the medians of the first subject and of another, and the ratio of their visits of the same round,
 * with its quartiles. What else the machine does changes slowly: ratios bear it, times do not.
 */
export function tableOf(kind: Kind, profile: Profile, [own, ...others]: readonly Visited[]): string[] {
  if (own === undefined) return []
  return others.flatMap(({ subject, visits }) =>
    measures.flatMap(({ name, unit, of, digits }) => {
      const pairs = own.visits.flatMap((visit, round) => {
        const [mine, theirs] = [of(visit), of(visits[round] ?? visit)]
        return mine === undefined || theirs === undefined ? [] : [{ mine, theirs }]
      })
      if (pairs.length === 0) return []
      const ratios = pairs.flatMap(({ mine, theirs }) => (theirs > 0 ? [mine / theirs] : []))
      const number = (values: number[]) => quantile(values, 0.5).toFixed(digits).padStart(8)
      const ratio = (share: number) => quantile(ratios, share).toFixed(2)
      return [
        `${kind.padEnd(10)} ${profile.padEnd(9)} ${name.padEnd(14)} ${own.subject.name} ${number(pairs.map(({ mine }) => mine))} ${unit.padEnd(2)}  ` +
          `${subject.name.padEnd(13)} ${number(pairs.map(({ theirs }) => theirs))} ${unit.padEnd(2)}  ` +
          `ratio ${ratio(0.5)} (${ratio(0.25)} to ${ratio(0.75)})`,
      ]
    }),
  )
}
