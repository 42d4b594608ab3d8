import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { cac } from 'cac'
import { Refusal } from './refusal.ts'
import { type CommandName, commands, type Setting, settingsTable } from './settings-table.ts'

/** Settings of a command, from flags and environment. */
export interface Told {
  command: CommandName
  data: string
  host: string
  port: number
  /** Public origin, if given. */
  baseUrl: string | undefined
  trustedProxies: string[]
  /** Origins of remote services; empty: the service runs here. */
  services: string[]
  servicePort: number
  publish: 'first' | 'never'
  /** Whether a developer's key may load a part from another machine, in one browser. */
  overrides: 'allow' | 'never'
  /** Folder of releases packed elsewhere. */
  packed: string | undefined
  databaseUrl: string | undefined
  databaseOwnerUrl: string | undefined
  backups: string | undefined
  keep: number
  passphraseFile: string | undefined
  from: string | undefined
  out: string | undefined
  check: boolean
  dryRun: boolean
  json: boolean
  /** Environment for the portal's programs, with secrets from files filled in. */
  environment: NodeJS.ProcessEnv
}

export const programName = 'npm run helioport --'

const keyOf = (flag: string) =>
  flag
    .slice(2)
    .split(' ')[0]
    ?.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) ?? ''
const flagNameOf = (flag: string) => flag.split(' ')[0] ?? ''

function helpOf({ text, usual, environment, many }: Setting): string {
  const more = [many ? 'may be repeated' : '', environment ?? '', usual === null ? '' : `default: ${usual}`]
  return `${text} (${more.filter((part) => part !== '').join('; ')})`.replace(' ()', '')
}

/** Reads secrets from the files that `NAME_FILE` names. */
function withSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const filled = { ...env }
  for (const { secret, environment } of settingsTable) {
    const path = environment === null || !secret ? undefined : env[`${environment}_FILE`]
    if (environment === null || !path) continue
    if (!existsSync(path)) throw new Refusal(`${environment}_FILE names ${path}, which is not there`, `ls -l ${path}`)
    filled[environment] ??= readFileSync(path, 'utf8').trim()
  }
  return filled
}

/** Help on environment variables without a flag. */
const environmentHelp = settingsTable
  .filter(({ flag }) => flag === null)
  .map(
    (setting) =>
      `  ${(setting.environment ?? '').padEnd(20)} ${setting.text}${setting.usual === null ? '' : ` (default: ${setting.usual})`}`,
  ) // prettier-ignore
  .join('\n')

/**
 * Reads a command with its flags; undefined if help was requested and printed.
 * @throws Refusal for invalid settings
 */
export function readTold(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  others: Readonly<Record<string, string>> = {},
): Told | undefined {
  // prettier-ignore
  const cli = cac(programName)
  for (const [name, text] of Object.entries(commands)) {
    const command = cli.command(name, text)
    for (const setting of settingsTable) {
      if (setting.flag === null || !setting.of.includes(name as CommandName)) continue
      // Otherwise values that look like numbers are converted.
      command.option(setting.flag, helpOf(setting), setting.plain ? {} : { type: [String] })
    }
    command.action(() => {})
  }
  for (const [name, text] of Object.entries(others)) cli.command(name, text)
  cli.help((sections) => [
    ...sections,
    { title: 'Environment', body: environmentHelp },
    { title: 'Secrets', body: '  may lie in a file that NAME_FILE names: DATABASE_URL_FILE=/run/secrets/database' },
  ])
  const { options, args } = cli.parse(['node', 'helioport', ...argv], { run: false })
  if (options['help'] === true) return undefined
  const command = cli.matchedCommand?.name as CommandName | undefined
  if (command === undefined)
    throw new Refusal(args[0] === undefined ? 'no command' : `unknown command ${args[0]}`, `${programName} --help`)
  const unknown = cli.matchedCommand?.options.length === undefined ? undefined : unknownFlag(command, options)
  if (unknown !== undefined)
    throw new Refusal(`${command} does not take ${unknown}`, `${programName} ${command} --help`)
  return toldOf(command, options, withSecrets(env))
}

function unknownFlag(command: CommandName, options: Readonly<Record<string, unknown>>): string | undefined {
  const known = settingsTable
    .filter(({ flag, of }) => flag !== null && of.includes(command))
    .map(({ flag }) => keyOf(flag ?? ''))
  const name = Object.keys(options).find((key) => key !== '--' && key !== 'help' && !known.includes(key))
  return name === undefined ? undefined : `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function toldOf(
  command: CommandName,
  options: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
): Told {
  // prettier-ignore
  const settingOf = (name: string) => settingsTable.find((each) => each.name === name) as Setting
  const listOf = (name: string): string[] => {
    const { flag, environment: variable, usual, many } = settingOf(name)
    const given = flag === null ? undefined : (options[keyOf(flag)] as string[] | undefined)
    if (given !== undefined) return many ? given : given.slice(-1)
    const said = (variable === null ? undefined : environment[variable]) || usual || undefined
    if (said === undefined) return []
    return many ? said.split(',').map((part) => part.trim()) : [said]
  }
  const textOf = (name: string) => listOf(name)[0]
  const numberOf = (name: string, least: number, most: number): number => {
    const value = Number(textOf(name))
    if (Number.isInteger(value) && value >= least && value <= most) return value
    const { flag, environment: variable } = settingOf(name)
    throw new Refusal(
      `${flagNameOf(flag ?? '')} (${variable}) is a whole number from ${least} to ${most}, not "${textOf(name)}"`,
      `${programName} ${command} --help`,
    )
  }
  const pathOf = (name: string) => {
    const path = textOf(name)
    return path === undefined || /^https?:\/\//.test(path)
      ? path
      : resolve(environment['INIT_CWD'] ?? process.cwd(), path)
  }
  return {
    command,
    data: pathOf('data') ?? '',
    host: textOf('host') ?? '',
    port: numberOf('port', 1, 65_535),
    baseUrl: originOf(textOf('baseUrl')),
    trustedProxies: listOf('trustedProxies')
      .map(networkOf)
      .filter((network) => network !== 'none'),
    services: listOf('services'),
    servicePort: numberOf('servicePort', 0, 65_535),
    publish: publishOf(textOf('publish')),
    overrides: overridesOf(textOf('overrides')),
    packed: pathOf('packed'),
    databaseUrl: textOf('databaseUrl'),
    databaseOwnerUrl: textOf('databaseOwnerUrl'),
    backups: pathOf('backups'),
    keep: numberOf('keep', 1, 10_000),
    passphraseFile: pathOf('passphraseFile'),
    from: pathOf('from'),
    out: pathOf('out'),
    check: options['check'] === true,
    dryRun: options['dryRun'] === true,
    json: options['json'] === true,
    environment,
  }
}

function publishOf(text: string | undefined): Told['publish'] {
  if (text === 'first' || text === 'never') return text
  throw new Refusal(`--publish (HELIOPORT_PUBLISH) is first or never, not "${text}"`, `${programName} serve --help`)
}

function overridesOf(text: string | undefined): Told['overrides'] {
  if (text === 'allow' || text === 'never') return text
  throw new Refusal(`--overrides (HELIOPORT_OVERRIDES) is allow or never, not "${text}"`, `${programName} serve --help`)
}

function originOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/') return url.origin
  throw new Refusal(`--base-url (BASE_URL) is an origin, not "${text}"`, `${programName} serve --base-url https://portal.example`) // prettier-ignore
}

function networkOf(text: string): string {
  if (['loopback', 'linklocal', 'uniquelocal', 'none'].includes(text)) return text
  const [address = '', bits, ...rest] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address) as 0 | 4 | 6]
  const isGood = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most)
  if (most > 0 && isGood && rest.length === 0) return text
  throw new Refusal(
    `--trusted-proxy (HELIOPORT_TRUSTED_PROXIES) is an address or a network, not "${text}"`,
    `${programName} serve --trusted-proxy 10.0.0.0/8`,
  )
}
