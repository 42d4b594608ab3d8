import { lockDataFolder, dataFolderFor, openDataFolder, startOver } from './data-folder.ts'
import { parseStart } from './options.ts'
import { startPortal } from './portal.ts'
import { ProcessGroup } from './process-group.ts'
import { StepFailed, stepsOn } from './steps.ts'

const steps = stepsOn(process.stdout, Date.now)
const group = new ProcessGroup((text) => steps.note(`! ${text}`))
let unlock = () => {}
let ending = false

async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  await group.stopAll()
  unlock()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
// The starter was killed without a signal to us.
process.on('disconnect', () => void end(0))

try {
  const options = parseStart(process.argv, process.env['INIT_CWD'] ?? process.cwd())
  if (!options) process.exit(0)
  const data = dataFolderFor(options.data, process.getuid?.() === 0)
  if (data !== options.data) {
    steps.note(`${options.data} cannot be reached by the database, which does not run as root; using ${data}.`)
  }
  openDataFolder(data)
  unlock = lockDataFolder(data, process.pid)
  if (options.fresh) {
    startOver(data)
    openDataFolder(data)
    unlock = lockDataFolder(data, process.pid)
  }
  steps.note(`All data lies in ${data} (--fresh starts over).`)
  const { url, credentials } = await startPortal({ ...options, data }, steps, group)
  steps.note('')
  steps.note(`Helioport is ready at ${url}`)
  for (const role of ['owner', 'operator'] as const) {
    steps.note(`${role}: ${credentials[role].userName} / ${credentials[role].password}`)
  }
  steps.note('')
  steps.note('Ctrl-C stops everything.')
} catch (error) {
  if (!(error instanceof StepFailed)) console.error(`✗ ${error instanceof Error ? error.message : String(error)}`)
  await end(1)
}
