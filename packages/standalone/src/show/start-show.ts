import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Portal } from '../portal.ts'
import type { ProcessGroup } from '../process-group.ts'
import type { Steps } from '../steps.ts'
import { type ShowState, showSteps } from './show-steps.ts'

const program = join(import.meta.dirname, 'show.ts')

/** Whether an earlier start finished the show. */
function isDone(data: string): boolean {
  const file = join(data, 'show.json')
  if (!existsSync(file)) return false
  const { done } = JSON.parse(readFileSync(file, 'utf8')) as ShowState
  return showSteps.every((name) => done.includes(name))
}

/**
 * Makes accounts, shares, news, manuals, commands and findings while the portal is already in use: a separate process
 * that uses the API and the loggers. It ends by itself, after a quarter of an hour by day and later by night.
 */
export function startShow(
  { service, fleetDoor, credentials }: Portal,
  data: string,
  steps: Steps,
  group: ProcessGroup,
) {
  steps.note(`installer, with shared plants: ${credentials.installer.userName} / ${credentials.installer.password}`)
  if (isDone(data)) return
  steps.note('News, manuals, shares, commands and findings for show are being made; --no-show goes without.')
  const failed = () => steps.note(`! what is made for show is not complete; see ${join(data, 'logs/show.log')}`)
  group
    .start({
      name: 'show',
      args: [program, `--api=${service}`, `--data=${data}`, `--door=${fleetDoor}`],
      logFile: join(data, 'logs', 'show.log'),
      readyWhen: (line) => line.includes('show: begins'),
      readyWithinMs: 60_000,
      keepAlive: false,
    })
    .catch(failed)
}
