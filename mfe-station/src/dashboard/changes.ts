const verbs = ['POST', 'PUT', 'DELETE'] as const

/** What a write was about, by the first part of its path that says so. */
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

/** What is posted below a noun and adds none: the last part of the path. */
const steps: Record<string, ChangeVerb> = {
  deletion: 'ASK',
  acceptance: 'PUT',
  code: 'PUT',
  comments: 'PUT',
  replacement: 'PUT',
  undo: 'PUT',
}

/** What a person does that changes nothing which another would see: what is about the own session, and reading news. */
const silent = /^(\w+ \/session(\/|$)|POST \/bulletin-reads$)/

/** Nor is it a change that the password was asked for first: what was meant follows as a row of its own. */
export const isChange = ({ action, errorCode }: Pick<Row, 'action' | 'errorCode'>): boolean =>
  !silent.test(action) && errorCode !== 'session.proofRequired'

/** Verb and noun of a row of the operation log, whose action is an endpoint such as `POST /stations/:stationId/shares`. */
export function changeOf(action: string): { verb: ChangeVerb; noun: ChangeNoun } {
  const [method = '', path = ''] = action.split(' ')
  const parts = path.split('/').toReversed()
  const last = parts.find((part): part is keyof typeof nouns => Object.hasOwn(nouns, part))
  const noun = last ? nouns[last] : 'other'
  const step = method === 'POST' ? steps[parts[0] ?? ''] : undefined
  // What is added to an account or taken from it adds and removes no account.
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

/** How often the same was done one after the other; `deviceName`: null where it was to several devices. */
export type MergedChange<R extends Row> = R & { count: number }

/** Rows, newest first, with those merged in which one person did the same at one station: twelve devices are one line. */
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
