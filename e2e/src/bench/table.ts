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

/**
 * Quantile of unordered numbers, between two of them if need be, so that a few rounds show a spread; NaN without any.
 * `share`: 0.5 is the median.
 */
export function quantile(values: readonly number[], share: number): number {
  const ordered = values.toSorted((a, b) => a - b)
  const position = (ordered.length - 1) * share
  const [below, above] = [ordered[Math.floor(position)], ordered[Math.ceil(position)]]
  return below === undefined || above === undefined ? Number.NaN : below + (above - below) * (position % 1)
}

/** One measure of our portal and another: medians, and the ratio within the same round with its quartiles. */
export interface Row {
  kind: Kind
  network: Profile
  measure: string
  unit: string
  own: string
  beside: string
  other: string
  ratio: number
  spread: readonly [number, number]
}

/**
 * Compares the first subject with each of the others. Other load of the machine changes slowly, so ratios are reliable
 * and times are not.
 */
export function rowsOf(kind: Kind, network: Profile, [own, ...others]: readonly Visited[]): Row[] {
  if (own === undefined) return []
  return others.flatMap(({ subject, visits }) =>
    measures.flatMap(({ name: measure, unit, of, digits }): Row[] => {
      const pairs = own.visits.flatMap((visit, round) => {
        const [mine, theirs] = [of(visit), of(visits[round] ?? visit)]
        return mine === undefined || theirs === undefined ? [] : [{ mine, theirs }]
      })
      if (pairs.length === 0) return []
      const ratios = pairs.flatMap(({ mine, theirs }) => (theirs > 0 ? [mine / theirs] : []))
      const median = (values: number[]) => quantile(values, 0.5).toFixed(digits)
      return [
        {
          kind,
          network,
          measure,
          unit,
          own: median(pairs.map(({ mine }) => mine)),
          beside: subject.name,
          other: median(pairs.map(({ theirs }) => theirs)),
          ratio: quantile(ratios, 0.5),
          spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
        },
      ]
    }),
  )
}

export function lineOf({ kind, network, measure, unit, own, beside, other, ratio, spread }: Row): string {
  const [low, high] = spread.map((value) => value.toFixed(2))
  return [
    kind.padEnd(10),
    network.padEnd(9),
    measure.padEnd(14),
    `${own.padStart(7)} ${unit.padEnd(2)}`,
    beside.padEnd(13),
    `${other.padStart(7)} ${unit.padEnd(2)}`,
    `${ratio.toFixed(2)} (${low} to ${high})`,
  ].join('  ')
}
