import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { cac } from 'cac'
import { readClaimed } from './claim.ts'
import { sourceKinds } from './sources.ts'

/** Usage error: the message says what to do; no stack is shown. */
export class UsageError extends Error {}

export interface GatewayOptions {
  /** Origin of the portal. */
  portal: string
  serial: string
  key: string
  /** As typed, for example `sunspec=192.168.1.20`; empty: search. */
  sources: string[]
  folder: string
  intervalMs: number
  status: { host: string; port: number } | null
  /** Whether the portal may set devices through it. */
  allowControl: boolean
  /** One round, printed, then exit. */
  once: boolean
}

/** Claims a logger's key by a code, then runs as its gateway. */
export interface ClaimOptions extends Omit<GatewayOptions, 'serial' | 'key'> {
  claim: string
}

/** Only searches these ranges; without any, around this machine. */
export interface SearchOptions {
  ranges: string[]
}

/** Reads these sources once and prints the result: no portal, no key, nothing stored. */
export interface TryOptions {
  tried: string[]
}

const shortestIntervalS = 10
const longestIntervalS = 900

/**
 * Options of the command line; null: help was requested and printed.
 * @throws UsageError
 */
export function optionsFrom(
  argv: string[],
  env: NodeJS.ProcessEnv,
  version: string,
): GatewayOptions | ClaimOptions | SearchOptions | TryOptions | null {
  const cli = cac('helioport-gateway')
  cli.command('', 'Reads inverters on the local network and brings what they tell to a Helioport portal')
  cli.command('claim <code>', 'The same, once it has exchanged the code of the portal for its key, which it keeps')
  cli
    .option('--portal <url>', 'address of the portal, for example https://portal.example')
    .option('--serial <serial>', 'serial of the logger that the portal made for this program')
    .option('--key-file <file>', 'file whose first line is the key of that logger; or HELIOPORT_KEY in the environment')
    .option('--source <kind=address>', `what to read, once or more; none: it searches. ${sourceKinds.join(', ')}`)
    .option('--data <folder>', 'where counters and what waits to be sent are kept', {
      default: join(homedir(), '.helioport-gateway'),
    })
    .option('--interval <seconds>', 'how often', { default: 60 })
    .option('--status <host:port>', 'where the status page is, for the local network alone; or off', {
      default: '0.0.0.0:8765',
    })
    .option(
      '--allow-control',
      'lets the portal set devices: power factor, reactive power, power limits, curves; without it nothing is ever written',
    )
    .option('--once', 'one round, printed, and the end')
  cli.command('discover [...ranges]', 'Looks for devices of this network, or of ranges such as 192.168.1.0/24')
  cli.command('try <...sources>', 'Reads sources once and prints what they tell; needs no portal')
  cli.help()
  cli.version(version)
  const { options, args } = cli.parse(argv, { run: false })
  if (options['help'] === true || options['version'] === true) return null
  if (cli.matchedCommandName === 'discover') return { ranges: args.map(String) }
  if (cli.matchedCommandName === 'try') return { tried: args.map(String) }
  const folder = needed(options['data'], '--data')
  const claimed = readClaimed(folder)
  const portal = originOf(String(options['portal'] ?? env['HELIOPORT_URL'] ?? claimed?.portal ?? ''))
  const common = {
    portal,
    sources: [options['source'] ?? []].flat().map(String),
    folder,
    intervalMs: secondsOf(options['interval']) * 1000,
    status: placeOf(String(options['status'])),
    allowControl: options['allowControl'] === true,
    once: options['once'] === true,
  }
  if (cli.matchedCommandName === 'claim') return { ...common, claim: needed(args[0], 'the code') }
  // The key of one portal must not be sent to another.
  const known = claimed?.portal === portal ? claimed : null
  return {
    ...common,
    serial: needed(options['serial'] ?? env['HELIOPORT_SERIAL'] ?? known?.serial, '--serial'),
    key: keyOf(options['keyFile'], env, known?.key ?? ''),
  }
}

function needed(value: unknown, flag: string): string {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text === '') throw new UsageError(`${flag} is missing; --help tells more`)
  return text
}

function originOf(text: string): string {
  try {
    const url = new URL(text)
    if (url.protocol === 'http:' || url.protocol === 'https:') return url.origin
  } catch {
    // Not a URL: the error below covers it.
  }
  throw new UsageError('--portal must be the address of the portal, for example https://portal.example')
}

function keyOf(file: unknown, env: NodeJS.ProcessEnv, claimed: string): string {
  const key = file === undefined ? (env['HELIOPORT_KEY'] ?? claimed) : (firstLine(needed(file, '--key-file')) ?? '')
  if (!/^[A-Za-z0-9_-]{8,}$/.test(key)) {
    throw new UsageError(
      'the key of the logger is missing: helioport-gateway claim CODE gets one; or HELIOPORT_KEY, or --key-file',
    )
  }
  return key
}

function firstLine(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n')[0]?.trim()
  } catch (error) {
    throw new UsageError(`--key-file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function secondsOf(value: unknown): number {
  const seconds = Number(value)
  if (!Number.isInteger(seconds) || seconds < shortestIntervalS || seconds > longestIntervalS) {
    throw new UsageError(`--interval must be from ${shortestIntervalS} to ${longestIntervalS} seconds`)
  }
  return seconds
}

function placeOf(text: string): GatewayOptions['status'] {
  if (text === 'off') return null
  const found = /^(?<host>[^:]+):(?<port>\d{1,5})$/.exec(text)?.groups
  if (!found?.['host'] || Number(found['port']) > 65_535) throw new UsageError('--status must be HOST:PORT, or off')
  return { host: found['host'], port: Number(found['port']) }
}
