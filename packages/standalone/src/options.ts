import { cac } from 'cac'
import { resolve } from 'node:path'

export interface StartOptions {
  port: number
  data: string
  fresh: boolean
  historyDays: number
  /** Whether a first start also makes accounts, shares, news, manuals, commands and findings for show. */
  show: boolean
  /** No virtual plants and no show: the first account is made in the browser. */
  empty: boolean
  /** Arguments that are not options. */
  words: readonly string[]
  /** Of `npm run dev`: address of a running portal, and its operator's key. */
  against?: string
  key?: string
  /** Whether a developer's browser may load a remote from its own machine. */
  allowOverrides: boolean
}

export const projectRoot = resolve(import.meta.dirname, '../../..')

/** Command line of `npm start`; undefined if help was requested. */
export function parseStart(argv: string[], cwd: string): StartOptions | undefined {
  const cli = cac('npm start --')
  cli.option('--port <n>', 'port of the portal; if it is taken, the next free one', { default: 8080 })
  cli.option('--data <folder>', 'the one folder that holds all data', { default: resolve(projectRoot, '.helioport') })
  cli.option('--fresh', 'start over: removes the data folder first', { default: false })
  cli.option('--history-days <n>', 'days of history of the virtual plants at the first start', { default: 30 })
  cli.option('--no-show', 'without the accounts, news, manuals, commands and findings that are made for show')
  cli.option(
    '--empty',
    'no accounts, no virtual plants: the first account is made in the browser, by a code printed here',
  )
  cli.option('--allow-overrides', 'let npm run dev -- --against take a remote from a developer machine, in one browser')
  cli.option('--against <url>', 'of npm run dev: that remote alone, in a running portal')
  cli.option('--key <key>', 'of --against: operator key of that portal')
  cli.help()
  const { args, options } = cli.parse(argv)
  if (options.help) return undefined
  const port = Number(options.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`--port takes a number from 1 to 65535, not "${options.port}"`)
  const historyDays = Number(options.historyDays)
  if (!Number.isInteger(historyDays) || historyDays < 0 || historyDays > 400)
    throw new Error('--history-days takes a whole number from 0 to 400')
  const against = {
    ...(options.against === undefined ? {} : { against: String(options.against) }),
    ...(options.key === undefined ? {} : { key: String(options.key) }),
  }
  return {
    port,
    data: resolve(cwd, String(options.data)),
    fresh: options.fresh === true,
    historyDays,
    show: options.show !== false,
    empty: options.empty === true,
    words: args,
    allowOverrides: options.allowOverrides === true,
    ...against,
  }
}
