import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import {
  type FleetSettings,
  type PortalClient,
  portalClient,
  type RunningFleet,
  signIn,
  simulatedClock,
  startFleet,
} from '@helioport/fleet/testing'
import { readEnvironment, startService } from '@helioport/service'

const serviceCli = join(import.meta.dirname, '../../../service/src/main/cli.ts')
const account = 'owner'
/** Prints only problems, except those that a test provokes. */
const logTo = (expected: RegExp) =>
  new Writable({
    write(line: Buffer, _, done) {
      if (!expected.test(line.toString())) process.stderr.write(line)
      done()
    },
  })
const password = 'a password of a test'

/** On a busy machine requests take longer. */
const patienceMs = 60_000

/** The real service with a real database and real fleets, on one clock that the test controls. */
export interface TestWorld {
  url: string
  /** Of the owner. */
  password: string
  /** API client of the plants' owner. */
  client: PortalClient
  now: () => number
  /** Starts a fleet; with the folder of an earlier fleet it continues that one. */
  startFleet: (settings: Partial<FleetSettings> & { folder: string }) => Promise<RunningFleet>
  stopFleet: (fleet: RunningFleet) => Promise<void>
  /** Sets another time; no fleet may be running. */
  jumpTo: (at: number) => Promise<void>
  /** Advances the time; resolves once every upload due by then has been answered. */
  runTo: (at: number) => Promise<void>
  folder: (name: string) => string
  stop: () => Promise<void>
}

/** `databaseUrl`: a database that the test controls; default: the service's own. */
export async function startTestWorld(
  from: number,
  { mqttUrl, databaseUrl, expected = /"level":30/ }: { mqttUrl?: string; databaseUrl?: string; expected?: RegExp } = {},
): Promise<TestWorld> {
  const root = mkdtempSync(join(tmpdir(), 'helioport-world-'))
  // mkdtemp creates it with 0700; where tests run as root, the database's user must get through.
  chmodSync(root, 0o755)
  const data = join(root, 'service')
  let clock = simulatedClock(from)
  const now = () => clock.now()
  // Settings by a single person would otherwise wait ten minutes.
  const environment = readEnvironment({ LARGE_ORDER_PERCENT: '100' })
  const service = await startService(
    { port: 0, dataFolder: data, databaseUrl, patienceMs, now, mqttUrl, logTo: logTo(expected), environment },
    () => {},
  )
  const person = ['--user-name', account, '--email', 'owner@example.org', '--role', 'owner']
  execFileSync(process.execPath, [serviceCli, 'create-account', '--data', data, ...person], {
    input: password,
    env: { ...process.env, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
  })
  const client = portalClient(service.url)
  const once = { wait: async () => {}, attempts: 1, report: () => {} }
  await signIn(client, account, password, once)

  let fleets: RunningFleet[] = []
  return {
    url: service.url,
    password,
    client,
    now,
    folder: (name) => join(root, name),
    async startFleet({ folder, ...settings }) {
      const fleet = await startFleet({
        api: service.url,
        stateFile: join(root, folder, 'fleet.json'),
        account,
        password,
        historyDays: 0,
        seed: 1,
        doorPort: 0,
        clock,
        say: () => {},
        ...settings,
      })
      // `runTo` waits for it as well and reports the error.
      fleet.live.catch(() => {})
      fleets.push(fleet)
      return fleet
    },
    async stopFleet(fleet) {
      await fleet.close()
      if (fleets.length > 1) throw new Error('a fleet can be stopped alone only: its loggers end with their clock')
      fleets = []
      clock = simulatedClock(clock.now())
    },
    async jumpTo(at) {
      if (fleets.length > 0) throw new Error('loggers live on this clock')
      clock = simulatedClock(at)
      // The session has expired.
      await signIn(client, account, password, once)
    },
    async runTo(at) {
      const sleepers = fleets.reduce((sum, fleet) => sum + fleet.sleepers, 0)
      await Promise.race([clock.runTo(at, sleepers), ...fleets.map(({ live }) => live)])
    },
    async stop() {
      await Promise.all(fleets.map((fleet) => fleet.close()))
      await service.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
