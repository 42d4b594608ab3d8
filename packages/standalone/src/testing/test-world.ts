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
/** What goes wrong is told; that all went well is not, nor what a test has go wrong. */
const logTo = (expected: RegExp) =>
  new Writable({
    write(line: Buffer, _, done) {
      if (!expected.test(line.toString())) process.stderr.write(line)
      done()
    },
  })
const password = 'a password of a test'

/** On a machine with other work a request waits for its turn. */
const patienceMs = 60_000

/** The real service over a real database, and real fleets before it, all on one clock that a test lets run. */
export interface TestWorld {
  url: string
  /** Of the owner. */
  password: string
  /** The portal's API as the owner of the plants sees it. */
  client: PortalClient
  now: () => number
  /** Starts a fleet; with the folder of a former one it goes on where that ended. */
  startFleet: (settings: Partial<FleetSettings> & { folder: string }) => Promise<RunningFleet>
  stopFleet: (fleet: RunningFleet) => Promise<void>
  /** Another time, while no fleet lives. */
  jumpTo: (at: number) => Promise<void>
  /** Lets time pass; every upload due until then has been answered. */
  runTo: (at: number) => Promise<void>
  folder: (name: string) => string
  stop: () => Promise<void>
}

/** `databaseUrl`: a database that the test starts and stops; without, the service's own. */
export async function startTestWorld(
  from: number,
  { mqttUrl, databaseUrl, expected = /"level":30/ }: { mqttUrl?: string; databaseUrl?: string; expected?: RegExp } = {},
): Promise<TestWorld> {
  const root = mkdtempSync(join(tmpdir(), 'helioport-world-'))
  // mkdtemp gives 0700; where the tests run as root, the database's user has to pass.
  chmodSync(root, 0o755)
  const data = join(root, 'service')
  let clock = simulatedClock(from)
  const now = () => clock.now()
  // No test waits ten minutes for what one person alone has set.
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
      // Told by `runTo`, which waits for it too.
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
      // The session has ended meanwhile.
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
