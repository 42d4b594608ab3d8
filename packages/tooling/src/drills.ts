/** A trial of the whole system that takes long in full: kills, full disks, upgrades, many loggers. */
export interface Drill {
  name: string
  /** What a pass proves. */
  says: string
  /** Path from the root. Run by Node 24; `--short` asks for the short form. See the README for its required output. */
  program: string
  /** Why it has no short form. */
  longOnly?: string
}

/** `npm run drill -- NAME` runs the long form of one drill, `npm test` the short forms of all. */
export const drills: readonly Drill[] = [
  {
    name: 'kill-service',
    says: 'The service killed while batches are written: what was acknowledged is there, no batch in part, none twice.',
    program: 'packages/service/src/drill/kill-service.ts',
  },
  {
    name: 'kill-database',
    says: 'PostgreSQL killed under ingest: the service starts it again, nothing acknowledged is lost.',
    program: 'packages/service/src/drill/kill-database.ts',
  },
  {
    name: 'database-away',
    says: 'The database away: clear refusals at once, recovery without a restart, nothing lost.',
    program: 'packages/service/src/drill/database-away.ts',
  },
  {
    name: 'returning-loggers',
    says: 'Loggers back after a day: all is taken, accounts alike, live frames do not wait for it.',
    program: 'packages/service/src/drill/returning-loggers.ts',
  },
  {
    name: 'streams',
    says: 'Thousands of event streams and hundreds of requests a second through the portal’s address: all are answered, none is cut off.',
    program: 'packages/service/src/drill/streams.ts',
  },
  {
    name: 'kill-release-store',
    says: 'A release changed under kills and a clock set back: each change is whole or was not, the log unbroken, nobody locked out.',
    program: 'packages/release/src/drill/kills.ts',
  },
  {
    name: 'revoke',
    says: 'Releases revoked under many open tabs: 95 of 100 know within five seconds, all within ten.',
    program: 'packages/release/src/drill/revoke.ts',
  },
  {
    name: 'iv-figures',
    says: 'Faults of made strings are named right, sound ones are not flagged, and power at standard conditions is met.',
    program: 'packages/iv/src/drill/iv-figures.ts',
  },
  {
    name: 'torture',
    says: 'A ledger of acknowledged rows over kills, power cuts, a full disk, wrong clocks and stuck clients: none lost, none double, sums equal.',
    program: 'packages/service/src/drill/torture.ts',
  },
  {
    name: 'mutants',
    says: 'Guards taken out of the code one at a time: a test fails for each.',
    program: 'packages/tooling/src/drill/mutants.ts',
  },
  {
    name: 'image',
    says: 'The container image, built by podman from what is committed: as nobody, on a root that cannot be written to, its data kept over a new container.',
    program: 'packages/standalone/src/drill/image.ts',
    longOnly: 'an image takes minutes to build: npm run drill -- image',
  },
]
