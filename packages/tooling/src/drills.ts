/** A trial of the whole that takes long in full: kills, full disks, upgrades, many loggers. */
export interface Drill {
  name: string
  /** What stands when it has passed. */
  says: string
  /** From the root. Run by Node 24; `--short` asks for the short form. See the README for what it has to print. */
  program: string
}

/** `npm run drill -- NAME` runs the long form of one, `npm test` the short form of all. */
export const drills: readonly Drill[] = [
  {
    name: 'iv-figures',
    says: 'Faults of made strings are named right, sound ones are not flagged, and power at standard conditions is met.',
    program: 'packages/iv/src/drill/iv-figures.ts',
  },
]
