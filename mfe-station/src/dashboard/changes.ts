const verbs = ['POST', 'PUT', 'DELETE'] as const

/** Subject of a write, by the last part of its path that is listed here. */
const nouns = {
  devices: 'device',
  loggers: 'logger',
  shares: 'share',
  'incoming-shares': 'share',
  'sub-accounts': 'subAccount',
  tariffs: 'tariff',
  picture: 'picture',
  logo: 'picture',
  avatar: 'picture',
  commands: 'command',
  'iv-scans': 'command',
  alarms: 'alarm',
  'alarm-snoozes': 'alarm',
  'alarm-care': 'alarm',
  'export-tasks': 'export',
  'station-order': 'order',
  'station-shares': 'share',
  'station-tags': 'station',
  stations: 'station',
  account: 'account',
} as const

export type ChangeNoun = (typeof nouns)[keyof typeof nouns] | 'other'
export type ChangeVerb = (typeof verbs)[number] | 'ASK'

/** Last part of a POST's path that adds no object, with the verb to show. */
const steps: Record<string, ChangeVerb> = {
  deletion: 'ASK',
  acceptance: 'PUT',
  code: 'PUT',
  comments: 'PUT',
  replacement: 'PUT',
  undo: 'PUT',
}

/** Writes without visible changes for others: the own session, and reading news. */
const silent = /^(\w+ \/session(\/|$)|POST \/bulletin-reads$)/

/** A write that was refused to ask for the password is no change either: the actual write follows as its own row. */
export const isChange = ({ action, errorCode }: Pick<Row, 'action' | 'errorCode'>): boolean =>
  !silent.test(action) && errorCode !== 'session.proofRequired'

/** Verb and noun of a row of the operation log, whose action is an endpoint such as `POST /stations/:stationId/shares`. */
export function changeOf(action: string): { verb: ChangeVerb; noun: ChangeNoun } {
  const [method = '', path = ''] = action.split(' ')
  const parts = path.split('/').toReversed()
  const last = parts.find((part): part is keyof typeof nouns => Object.hasOwn(nouns, part))
  const noun = last ? nouns[last] : 'other'
  const step = method === 'POST' ? steps[parts[0] ?? ''] : undefined
  // Adding something to an account, or removing it, changes the account.
  const own = noun === 'account' ? 'PUT' : undefined
  return { verb: step ?? own ?? verbs.find((verb) => verb === method) ?? 'PUT', noun }
}

interface Row {
  id: string
  action: string
  userName: string | null
  stationName: string | null
  deviceName: string | null
  errorCode: string | null
}

/** `count`: how many equal changes in a row; `deviceName`: null for several devices. */
export type MergedChange<R extends Row> = R & { count: number }

/** Rows, newest first. Equal changes of one person at one station are merged: twelve devices become one line. */
export function mergedChanges<R extends Row>(rows: readonly R[]): MergedChange<R>[] {
  const merged: MergedChange<R>[] = []
  for (const row of rows) {
    const last = merged.at(-1)
    if (last && isAlike(last, row)) {
      last.count += 1
      if (last.deviceName !== row.deviceName) last.deviceName = null
    } else merged.push({ ...row, count: 1 })
  }
  return merged
}

function isAlike(a: Row, b: Row): boolean {
  const [of, other] = [changeOf(a.action), changeOf(b.action)]
  return (
    of.verb === other.verb &&
    of.noun === other.noun &&
    a.userName === b.userName &&
    a.stationName === b.stationName &&
    a.errorCode === b.errorCode
  )
}
