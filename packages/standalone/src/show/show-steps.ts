/** Steps of the show, in this order; each is remembered once it is done. */
export const showSteps = [
  'manuals',
  'news',
  'film',
  'subAccount',
  'installer',
  'shares',
  'handledAlarm',
  'deadString',
  'setting',
  'failedSetting',
  'ivScan',
] as const

export type ShowStep = (typeof showSteps)[number]

/** DATA/show.json. */
export interface ShowState {
  done: ShowStep[]
}
