import { cac } from 'cac'

/** How often each thing is measured: `--runs N`, else `usual`. */
export function runsAsked(usual: number): number {
  const cli = cac('bench')
  cli.option('--runs <n>', 'Measure each so often', { default: usual })
  return Number(cli.parse().options['runs'])
}
