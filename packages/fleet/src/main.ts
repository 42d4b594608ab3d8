import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ivScanMs } from '@helioport/contract'
import { maxCommandWaitS } from '@helioport/contract/ingest'
import { cac } from 'cac'
import { startFleet } from './fleet.ts'
import type { FleetSettings } from './fleet-settings.ts'
import { brokerOf, originOf, passwordFrom, required, UsageError, wholeNumber } from './options.ts'
import { type ScenarioName, scenarioNames } from './scenario/scenario.ts'
import { systemClock } from './time/clock.ts'

const cli = cac('fleet')
cli
  .command('', 'Virtual plants whose loggers report to a portal')
  .option('--api <url>', 'origin of the service, for example http://127.0.0.1:8081')
  .option('--data <folder>', 'where ids, logger keys and counters are kept')
  .option('--account <name>', 'account that owns the plants')
  .option('--password-file <file>', 'file whose first line is its password')
  .option(
    '--session-file <file>',
    'instead: file whose first line is the token of a session; it is removed, and read once',
  )
  .option('--only <plant>', 'key of a plant that runs, once or more; none: all')
  .option('--mark <text>', 'begins the names of the stations')
  .option('--history-days <n>', 'days before the first start to make up', { default: 30 })
  .option('--seed <n>', 'the same seed makes the same plants and the same weather', { default: 1 })
  .option('--scenario <name>', `a world with a story: ${scenarioNames.join(', ')}`)
  .option('--mqtt <url>', 'broker that loggers push to instead, for example mqtt://127.0.0.1:1883')
  .option('--mqtt-share <percent>', 'how many of the loggers do', { default: 50 })
  .option('--scan-seconds <n>', 'how long an inverter takes for an IV scan', { default: ivScanMs / 1000 })
  .option('--door <port>', 'lets behaviours be switched on and off over HTTP on 127.0.0.1; 0: any free port, printed')
  .action(async (options: Record<string, unknown>) => {
    const fleet = await startFleet({
      api: originOf(required(options, 'api', '--api'), '--api'),
      stateFile: join(required(options, 'data', '--data'), 'fleet.json'),
      account: required(options, 'account', '--account'),
      ...ownerOf(options),
      ...(options['only'] !== undefined && { only: [options['only']].flat().map(String) }),
      ...(options['mark'] !== undefined && { mark: required(options, 'mark', '--mark') }),
      historyDays: wholeNumber(options, 'historyDays', '--history-days', 0, 3660),
      seed: wholeNumber(options, 'seed', '--seed', 0, 4294967295),
      scenario: scenarioFrom(options['scenario']),
      mqtt:
        options['mqtt'] === undefined
          ? undefined
          : {
              url: brokerOf(required(options, 'mqtt', '--mqtt'), '--mqtt'),
              share: wholeNumber(options, 'mqttShare', '--mqtt-share', 0, 100) / 100,
            },
      doorPort: options['door'] === undefined ? undefined : wholeNumber(options, 'door', '--door', 0, 65_535),
      commands: {
        waitS: maxCommandWaitS,
        pauseMs: 0,
        scanMs: wholeNumber(options, 'scanSeconds', '--scan-seconds', 1, 3600) * 1000,
      },
      clock: systemClock,
      say: (text) => process.stdout.write(`fleet: ${text}\n`),
    })
    await fleet.live
  })
cli.help()

/**
 * Owner's credentials: a password, or a session file. A missing session file was used before, so everything is
 * registered.
 */
function ownerOf(options: Record<string, unknown>): Pick<FleetSettings, 'password' | 'session'> {
  if (options['sessionFile'] === undefined)
    return { password: passwordFrom(required(options, 'passwordFile', '--password-file')) }
  const file = required(options, 'sessionFile', '--session-file')
  if (!existsSync(file)) return { password: null }
  const session = passwordFrom(file)
  rmSync(file)
  return { password: null, session }
}

function scenarioFrom(value: unknown): ScenarioName | undefined {
  if (value === undefined) return undefined
  const found = scenarioNames.find((name) => name === value)
  if (!found) throw new UsageError(`--scenario must be one of ${scenarioNames.join(', ')}`)
  return found
}

// Nothing to clean up: acknowledged state is saved, and the rest is recomputed.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => process.exit(0))

try {
  cli.parse(process.argv, { run: false })
  await cli.runMatchedCommand()
} catch (error) {
  const expected = error instanceof UsageError || (error instanceof Error && error.name === 'CACError')
  process.stderr.write(
    `fleet: ${expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exit(expected ? 2 : 1)
}
