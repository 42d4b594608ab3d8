/**
 * `npm run bench`: all benchmarks one after the other, as one table. `--peers FOLDER`: with built portals of
 * others; `--rounds N`: visits of each page per network. Takes half an hour on an otherwise idle machine.
 */
import { cac } from 'cac'
import { node, runKept } from './test/program.ts'

/** Output of the visits with `--json`. */
interface Row {
  kind: string
  network: string
  measure: string
  unit: string
  own: string
  beside: string
  other: string
  ratio: number
  spread: readonly [number, number]
}

/** Largest allowed ratio to the figure it is compared with. */
const aims: Record<string, { single: number; peer: number }> = {
  bytes: { single: 1.15, peer: 1 },
  'first visit': { single: 1, peer: 0.8 },
  'second visit': { single: 1, peer: 0.7 },
  'into an area': { single: 1, peer: 0.8 },
  'the same again': { single: 1, peer: 0.8 },
}

const figures = [
  ['start and memory', 'packages/standalone/src/bench/start-memory.ts'],
  ['a hundred remotes', 'e2e/src/bench/start-up.ts'],
  ['service', 'packages/service/src/bench/load.ts'],
  ['fleet', 'packages/standalone/src/bench/fleet.ts'],
] as const

async function measure(program: string, ...args: string[]): Promise<string[]> {
  const { code, output } = await runKept(node, ['--disable-warning=ExperimentalWarning', program, ...args])
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${output}`)
  return output.split('\n').filter((text) => text.trim() !== '')
}

function lineOf({ kind, network, measure: name, unit, own, beside, other, ratio, spread }: Row): string {
  const aim = aims[name]?.[beside === 'single bundle' ? 'single' : 'peer']
  const verdict = aim === undefined ? '' : `at most ${aim.toFixed(2)}: ${ratio <= aim ? 'met' : 'not met'}`
  const columns = [`${kind}, ${name}`.padEnd(28), network.padEnd(10), `${own} ${unit}`.padStart(9), beside.padEnd(14)]
  const ratios = `${ratio.toFixed(2)} (${spread.map((value) => value.toFixed(2)).join(' to ')})`
  return [...columns, `${other} ${unit}`.padStart(9), ratios.padEnd(20), verdict].join('  ').trimEnd()
}

async function visits(rounds: number, ...more: string[]): Promise<void> {
  const printed = await measure('e2e/src/bench/load.ts', ...more, '--json', '--rounds', String(rounds))
  for (const row of printed.filter((text) => text.startsWith('{"kind"'))) console.log(lineOf(JSON.parse(row) as Row))
}

const cli = cac('npm run bench --')
cli
  .command('', 'Everything that is measured, as one table')
  .option('--rounds <number>', 'How often each page is visited per network', { default: 5 })
  .option('--peers <folder>', 'Built portals of others, see e2e/src/bench/peers.json')
  .action(async ({ rounds, peers }: { rounds: number; peers?: string }) => {
    await visits(rounds)
    if (peers !== undefined) await visits(rounds, 'peers', peers)
    for (const [name, program] of figures)
      for (const text of await measure(program)) console.log(`${name}: ${text.trim()}`)
  })
cli.help()
cli.parse(process.argv, { run: false })
await cli.runMatchedCommand()
