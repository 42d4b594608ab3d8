/**
 * Mutation test: removes guards from a copy of the code one at a time, and expects a test to fail:
 * `node mutants.ts [--short] [--of TEXT]`. Ends with 1 if any guard survives or is unclear; the last line is the result
 * as JSON. The short form tries only the quick guards, and checks that every guard is still where the table says.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cac } from 'cac'
import { releaseGuards } from '../mutants/release-guards.ts'
import { runMutants, withoutGuard } from '../mutants/run-mutants.ts'
import { serviceGuards } from '../mutants/service-guards.ts'
import { root } from '../test/program.ts'

const guards = [...serviceGuards, ...releaseGuards]

interface Flags {
  short?: boolean
  /** Only guards whose file or description contains this text. */
  of?: string
}

async function run({ short = false, of = '' }: Flags): Promise<void> {
  for (const guard of guards) withoutGuard(readFileSync(join(root, 'packages', guard.file), 'utf8'), guard)
  const chosen = guards.filter(
    (guard) => (!short || guard.quick === true) && `${guard.file} ${guard.without}`.includes(of),
  )
  const outcomes = await runMutants(root, chosen, (line) => process.stdout.write(`${line}\n`))
  const named = (isCaught: boolean | null) =>
    outcomes.filter((outcome) => outcome.isCaught === isCaught).map(({ mutant }) => mutant.without)
  const [survived, unclear] = [named(false), named(null)]
  const result = { drill: 'mutants', guards: guards.length, tried: outcomes.length, caught: outcomes.length - survived.length - unclear.length, survived, unclear } // prettier-ignore
  process.stdout.write(`${JSON.stringify(result)}\n`)
  process.exitCode = outcomes.length > 0 && survived.length + unclear.length === 0 ? 0 : 1
}

const cli = cac('mutants')
cli
  .command('', 'Take guards out of a copy of the code, and see a test fail for each')
  .option('--short', 'The quick ones, within ten seconds')
  .option('--of <text>', 'Those whose file or words hold this')
  .action(run)
cli.help()
cli.parse(process.argv, { run: false })
await cli.runMatchedCommand()
