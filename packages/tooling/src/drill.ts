/** `npm run drill -- NAME`: the long form of a drill; without a name: a list of them. `--short`: as in `npm test`. */
import { relative } from 'node:path'
import { cac } from 'cac'
import { drills } from './drills.ts'
import { runDrill, runLong } from './test/drill-run.ts'
import { root } from './test/program.ts'

const cli = cac('npm run drill --')
cli
  .command('[name]', 'The long form of a drill; its result becomes packages/tooling/drills/NAME.json')
  .option('--short', 'The short form, as npm test runs it; writes no result')
  .option('--minutes <number>', 'How long a drill goes on that lasts as long as it is let')
  .action(async (name: string | undefined, { short, minutes }: { short?: boolean; minutes?: number }) => {
    const drill = drills.find((one) => one.name === name)
    if (drill === undefined) {
      if (name !== undefined) throw new Error(`there is no drill ${name}`)
      for (const { name: known, says } of drills) console.log(`${known}: ${says}`)
      return
    }
    const more = minutes === undefined ? [] : ['--minutes', String(minutes)]
    const { file, run } =
      short === true
        ? { file: undefined, run: await runDrill(drill, 'short') }
        : await runLong(drill, () => new Date(), more)
    process.stdout.write(run.output)
    const where = file === undefined ? '' : `; result in ${relative(root, file)}`
    console.log(`${drill.name}: ${run.hasPassed ? 'passed' : 'failed'} after ${run.seconds.toFixed(1)} s${where}`)
    process.exitCode = run.hasPassed ? 0 : 1
  })
cli.help()

try {
  cli.parse(process.argv, { run: false })
  await cli.runMatchedCommand()
} catch (error) {
  process.stderr.write(`drill: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
