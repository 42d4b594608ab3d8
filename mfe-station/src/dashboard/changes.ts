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

/** What a person does that changes nothing which another would see. */
const silent = ['POST /session/proof', 'POST /bulletin-reads']

export const isChange = (action: string): boolean => !silent.includes(action)

/** Verb and noun of a row of the operation log, whose action is an endpoint such as `POST /stations/:stationId/shares`. */
export function changeOf(action: string): { verb: ChangeVerb; noun: ChangeNoun } {
  const [method = '', path = ''] = action.split(' ')
  const parts = path.split('/').toReversed()
  const last = parts.find((part): part is keyof typeof nouns => Object.hasOwn(nouns, part))
  const step = method === 'POST' ? steps[parts[0] ?? ''] : undefined
  return { verb: step ?? verbs.find((verb) => verb === method) ?? 'PUT', noun: last ? nouns[last] : 'other' }
}
