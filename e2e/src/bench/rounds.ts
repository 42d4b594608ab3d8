import type { Browser } from 'playwright'
import type { Kind, Subject } from './subject.ts'
import { type Row, rowsOf, type Visited } from './table.ts'
import { type Profile, profiles, visit } from './visit.ts'

export interface Asked {
  browser: Browser
  /** By kind; our own portal comes first. */
  subjects: Readonly<Partial<Record<Kind, readonly Subject[]>>>
  rounds: number
  networks?: readonly Profile[]
}

/** Visits all subjects in turn, round after round; yields the table rows for each kind and network. */
export async function* compare({ browser, subjects, rounds, networks }: Asked): AsyncGenerator<Row> {
  for (const [kind, compared] of Object.entries(subjects) as [Kind, readonly Subject[]][]) {
    if (compared.length < 2) continue
    for (const profile of networks ?? (Object.keys(profiles) as Profile[])) {
      const visited: Visited[] = compared.map((subject) => ({ subject, visits: [] }))
      for (let round = 0; round <= rounds; round += 1)
        for (const { subject, visits } of visited) {
          const seen = await visit(browser, subject, profile)
          // The first visit of each only warms the servers up and does not count.
          if (round > 0) visits.push(seen)
        }
      yield* rowsOf(kind, profile, visited)
    }
  }
}
