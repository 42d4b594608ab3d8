import { resolve } from 'node:path'
import { cac } from 'cac'
import { readRunning } from './beacons/beacon-file.ts'
import { canaryRules } from './canary/decide.ts'
import { createReleaseHost } from './server/app.ts'
import { watchIndex } from './server/index-watch.ts'
import { readIndex } from './store/release-index.ts'
import { renewIndex } from './store/change.ts'
import { followOthers } from './store/changing.ts'
import { objectStoreFrom } from '@helioport/object-store'
import { findStore } from './store/find-store.ts'
import { createBucketWatch } from './store/bucket.ts'
import { type Layout, layoutOf } from './store/layout.ts'
import { sharedStateFrom } from './store/shared/shared-state.ts'
import { clearGraves, prune } from './store/retention.ts'

interface Flags {
  port: number
  host: string
  data: string
  api: string | string[]
  trustedProxy?: string | string[]
  devRemote?: string | string[]
  allowOverrides?: boolean
  allowedHost?: string | string[]
  init?: boolean
  minAddresses: number
  addressShare: number
}

/** Interval of updates of the bucket while it differs from the store, in ms. */
const tellEveryMs = 5_000

/** Interval of looks for other hosts' changes, in ms. */
const followEveryMs = 1_000

const cli = cac('release-host')
cli
  .command('', 'Serve the portal: page, releases, and the way to the service')
  .option('--port <port>', 'Port to listen on', { default: 8080 })
  .option('--host <host>', 'Address to listen on', { default: '127.0.0.1' })
  .option('--data <dir>', "The portal's data folder, as npm start has it, or the releases in it", {
    default: '.helioport',
  })
  .option(
    '--allowed-host <name>',
    'Name of the portal besides localhost: portal.example (also: RELEASE_ALLOWED_HOSTS, with commas)',
  )
  .option('--init', 'Make the store, if there is none')
  .option('--api <origin>', 'Origin of the service; repeated: of several, of which those in use take turns', {
    default: 'http://127.0.0.1:8081',
  })
  .option(
    '--trusted-proxy <network>',
    'Proxy whose X-Forwarded-For and -Proto count: 10.0.0.0/8, loopback, none; repeated: several (default: loopback)',
  )
  .option('--dev-remote <name=origin>', 'Take a remote from its development server: station=http://127.0.0.1:3101')
  .option('--min-addresses <number>', 'Addresses or accounts that must agree before a canary is halted or climbs', {
    default: canaryRules.minAddresses,
  })
  .option(
    '--address-share <share>',
    'Share of a verdict that one address makes at most; more for companies behind one',
    { default: canaryRules.addressShare },
  )
  .option('--allow-overrides', 'Let a developer take one remote from the own machine, in the own browser')
  .action(start)
cli.help()
try {
  cli.parse(process.argv, { run: false })
  await cli.runMatchedCommand()
} catch (error) {
  process.stderr.write(`release host: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

/** `none` alone: no proxy is trusted. */
function trusted(networks: string | string[]): string[] {
  return [networks].flat().filter((network) => network !== 'none')
}

/** Updates the bucket after changes of the store by any process. */
function agreeing(layout: Layout, failed: (error: unknown) => void): NodeJS.Timeout {
  const repeat = createBucketWatch(layout)
  return setInterval(() => void repeat().catch(failed), tellEveryMs)
}

/** Looks for changes of other hosts; looks never overlap. */
function followingOthers(layout: Layout, failed: (error: unknown) => void): NodeJS.Timeout | undefined {
  if (layout.shared === undefined) return undefined
  let looking: Promise<void> | undefined
  return setInterval(() => {
    looking ??= followOthers(layout)
      .catch(failed)
      .finally(() => (looking = undefined))
  }, followEveryMs)
}

async function start(flags: Flags): Promise<void> {
  const data = findStore(resolve(process.env['INIT_CWD'] ?? process.cwd(), flags.data), flags.init === true)
  const developmentRemotes = Object.fromEntries(
    [flags.devRemote ?? []].flat().map((pair): [string, string] => {
      const [name = '', origin = ''] = pair.split(/=(.*)/)
      return [name, new URL(origin).origin]
    }),
  )
  const objects = objectStoreFrom('RELEASE', process.env)
  const shared = sharedStateFrom(objects, process.env)
  const layout = layoutOf(data, objects, { shared })
  await followOthers(layout)
  const app = await createReleaseHost({
    data,
    objects,
    shared,
    api: flags.api,
    ...(flags.trustedProxy === undefined ? {} : { trustedProxies: trusted(flags.trustedProxy) }),
    developmentRemotes,
    canaryRules: { ...canaryRules, minAddresses: flags.minAddresses, addressShare: flags.addressShare },
    allowOverrides: flags.allowOverrides === true,
    allowedHosts: [flags.allowedHost ?? [], process.env['RELEASE_ALLOWED_HOSTS']?.split(',') ?? []].flat(),
  })

  const following = followingOthers(layout, (error) => app.log.warn({ err: error }, 'the state that hosts share cannot be read')) // prettier-ignore
  const told = agreeing(layout, (error) => app.log.warn({ err: error }, 'the bucket does not have what the store says'))
  const renew = () =>
    renewIndex(layout, new Date()).catch((error: unknown) => app.log.error({ err: error }, 'index not renewed'))
  await renew()
  // An index that is damaged while the host runs is signed again at once, not at the next daily renewal.
  const mend = async () => {
    if ((await readIndex(layout).catch(() => undefined)) === undefined) await renew()
  }
  const unwatch = await watchIndex(layout, () => void mend())
  const tidy = async () => {
    const now = new Date()
    const { recent } = await readRunning(layout, now.getTime())
    await clearGraves(layout)
    await prune(layout, recent, { dryRun: false, by: 'release host' }, now)
  }
  const daily = setInterval(() => {
    void renew()
    tidy().catch((error: unknown) => app.log.error({ err: error }, 'old releases not removed'))
  }, 86_400_000)

  const stop = () => {
    clearInterval(daily)
    clearInterval(told)
    clearInterval(following)
    unwatch()
    void app.close()
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
  const address = await app.listen({ port: flags.port, host: flags.host })
  process.stdout.write(`release: ready at ${address}\n`)
}
