import { storesOf } from './data-folder.ts'
import { isEmptyFolder, startEmptyPortal } from './empty.ts'
import { openForPortal } from './open.ts'
import { parseStart } from './options.ts'
import { noteReady, publishParts, startPortal } from './portal.ts'
import { runCommand } from './run-command.ts'
import { startShow } from './show/start-show.ts'

await runCommand(async ({ steps, group, onEnd }) => {
  const options = parseStart(process.argv, process.env['INIT_CWD'] ?? process.cwd())
  if (!options) return 'done'
  const data = openForPortal(options, steps, onEnd)
  const { releases } = storesOf(data)
  const publish = publishParts(['all'], releases, 'production')
  if (isEmptyFolder(data, options.empty)) {
    await startEmptyPortal({ ...options, data, releases, publish }, steps, group)
  } else {
    const portal = await startPortal({ ...options, data, releases, publish }, steps, group)
    noteReady(portal, steps)
    if (options.show) startShow(portal, data, steps, group)
  }
  steps.note('\nCtrl-C stops everything.')
  return 'running'
})
