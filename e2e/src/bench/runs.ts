import { cac } from 'cac'

/** Number of measurements: `--runs N`, default `usual`. */
export function runsAsked(usual: number): number {
  const cli = cac('bench')
  cli.option('--runs <n>', 'Measure each so often', { default: usual })
  return Number(cli.parse().options['runs'])
}
