import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type PortalClient, portalClient } from '@helioport/fleet/portal'
import { cac } from 'cac'
import { type Credentials, credentialsIn } from '../credentials.ts'
import { runToEnd } from '../portal.ts'
import { projectRoot } from '../options.ts'
import { handleAlarm } from './alarms.ts'
import { deadString, failedSetting, ivScan, setting } from './commands.ts'
import { publishFilm, publishManuals, publishNews } from './publish.ts'
import { makeSubAccount, share } from './sharing.ts'
import { type ShowState, type ShowStep, showSteps } from './show-steps.ts'
import type { Stage } from './stage.ts'

/** Retry interval of a step that still lacks light or an answer. */
const retryMs = 60_000
/** Time limit: at any hour some virtual plant has daylight, so a longer wait is hopeless. */
const patienceMs = 36 * 3_600_000

const work: Record<ShowStep, (stage: Stage) => Promise<boolean>> = {
  manuals: publishManuals,
  news: publishNews,
  film: publishFilm,
  subAccount: makeSubAccount,
  installer: createInstaller,
  shares: share,
  handledAlarm: handleAlarm,
  deadString,
  setting,
  failedSetting,
  ivScan,
}

const say = (line: string): void => void process.stdout.write(`show: ${line}\n`)

/** Created by the same command as the other accounts, as a registration would need a mailbox. */
async function createInstaller({ data, credentials }: Stage): Promise<boolean> {
  const { userName, password } = credentials.installer
  const program = join(projectRoot, 'packages/service/src/main/cli.ts')
  const account = ['--user-name', userName, '--email', `${userName}@helioport.invalid`, '--role', 'owner']
  await runToEnd([program, 'create-account', '--data', join(data, 'service'), ...account], () => {}, {
    input: password,
  })
  return true
}

function people(api: string, credentials: Credentials): Pick<Stage, 'signedIn' | 'proved'> {
  const clients = new Map<keyof Credentials, PortalClient>()
  const signedIn: Stage['signedIn'] = async (who) => {
    const known = clients.get(who)
    if (known) return known
    const client = portalClient(api)
    const { userName, password } = credentials[who]
    await client.call('POST /session', { body: { account: userName, password } })
    clients.set(who, client)
    return client
  }
  return {
    signedIn,
    proved: async (who) => {
      const client = await signedIn(who)
      await client.call('POST /session/proof', { body: { password: credentials[who].password } })
      return client
    },
  }
}

async function run(api: string, data: string, door: string): Promise<void> {
  say('begins')
  const credentials = credentialsIn(data)
  const file = join(data, 'show.json')
  const state: ShowState = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ShowState) : { done: [] }
  const stage: Stage = { data, door, credentials, ...people(api, credentials), now: Date.now }
  const giveUpAt = Date.now() + patienceMs
  while (Date.now() < giveUpAt) {
    for (const name of showSteps.filter((each) => !state.done.includes(each))) {
      const made = await work[name](stage).catch((error: unknown) => {
        say(`${name}: ${error instanceof Error ? error.message : String(error)}`)
        return false
      })
      if (!made) continue
      state.done.push(name)
      writeFileSync(file, JSON.stringify(state))
      say(`${name}: made`)
    }
    if (showSteps.every((name) => state.done.includes(name))) {
      say('complete')
      return
    }
    await wait(retryMs)
  }
  say('gave up')
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => process.exit(0))

const { options } = cac('show').option('--api <url>', 'service').option('--data <folder>', 'data').parse()
await run(String(options['api']), String(options['data']), String(options['door']))
