import { cac } from 'cac'
import { folderOf } from '@helioport/contract'
import { format, installWorkspace, removeRemote, writeRemote } from './new-remote/new-remote.ts'
import { projectRoot } from './options.ts'

const cli = cac('npm run new-remote --')
cli
  .command('<name>', 'A sixth remote: a folder with one page, ready to be released')
  .option('--remove', 'Take the folder of that remote away instead')
  .action(async (name: string, options: { remove?: boolean }) => {
    if (options.remove === true) removeRemote(projectRoot, name)
    else writeRemote(projectRoot, name)
    await installWorkspace(projectRoot)
    if (options.remove !== true) await format(projectRoot, name)
    const lines =
      options.remove === true
        ? [`✓ ${folderOf(name)} is gone`, `Out of a running portal: npm run release -- retire ${name} --reason "…"`]
        : [
            `✓ ${folderOf(name)} is there: titles in remote.json, texts in src/messages, the page in src/overview`,
            `Into the running portal: npm run release -- publish ${name}`,
            `To work on it: npm run dev ${name}`,
          ]
    process.stdout.write(`${lines.join('\n')}\n`)
  })
cli.help()

try {
  cli.parse(process.argv, { run: false })
  if (cli.matchedCommand === undefined && cli.options['help'] !== true) {
    cli.outputHelp()
    process.exitCode = 2
  } else await cli.runMatchedCommand()
} catch (error) {
  process.stderr.write(`new-remote: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
