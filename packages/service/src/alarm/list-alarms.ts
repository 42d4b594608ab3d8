import {
  type Alarm,
  type AlarmCatalogueEntry,
  type AlarmClass,
  alarmClassOf,
  type AlarmCode,
  type AlarmDetail,
  knownAlarmCodes,
  lowLightAlarms,
  mailLocaleOf,
  type MessageLocale,
} from '@helioport/contract'
import type { AlarmTexts } from '@helioport/contract/alarm-texts/alarm-texts'
import { alarmTexts as enUS } from '@helioport/contract/alarm-texts/en-US'
import { alarmTexts as ptBR } from '@helioport/contract/alarm-texts/pt-BR'
import { alarmTexts as zhCN } from '@helioport/contract/alarm-texts/zh-CN'
import { alarmTexts as zhTW } from '@helioport/contract/alarm-texts/zh-TW'
import { iso } from '@helioport/time/node'
import { findAlarms, findAllAlarms } from './queries/alarm.ts'
import type { AlarmRow } from './queries/alarm-row.ts'
import type { AlarmFilter } from './queries/alarm-filter.ts'
import { findFrame } from '../telemetry/queries/history.ts'
import type { Service } from '../base/service.ts'
import { type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'
import { mpptOf } from './string-watch.ts'
import { isNight, type Place } from '../figure/sun.ts'

export interface AlarmQuery extends PageQuery {
  view?: 'groups' | 'episodes'
  state?: 'open' | 'closed'
  class?: AlarmClass
  code?: AlarmCode
  lowLight?: boolean
  stationId?: string
  deviceId?: string
  acknowledged?: boolean
  assigned?: 'me' | 'nobody' | 'somebody'
  userName?: string
  search?: string
  from?: string
  to?: string
}

/** Alarms that are read at a time where all are read. */
const atOnce = 200

/** One page of alarms, newest first. */
export async function listAlarms(service: Service, accountId: string, query: AlarmQuery) {
  const now = service.now()
  const { rows, ...found } = await findAlarms(service.db.read, accountId, now, filterOf(query), windowOf(query))
  return { data: rows.map(toAlarm), ...found }
}

/** All alarms, page by page; the rights of the reader are checked anew for each page. */
export async function* allAlarms(service: Service, accountId: string, query: Omit<AlarmQuery, keyof PageQuery>) {
  for await (const rows of findAllAlarms(service.db.read, accountId, service.now, filterOf(query), atOnce))
    yield* rows.map(toAlarm)
}

function filterOf({
  view,
  class: alarmClass,
  code,
  lowLight,
  from,
  to,
  page: _page,
  pageSize: _size,
  near: _near,
  ...same
}: AlarmQuery): AlarmFilter {
  const codes = knownAlarmCodes.filter(
    (known) =>
      (code === undefined || known === code) &&
      (alarmClass === undefined || alarmClassOf(known) === alarmClass) &&
      (lowLight === undefined || lowLightAlarms.has(known) === lowLight),
  )
  return {
    ...same,
    ...(codes.length < knownAlarmCodes.length && { codes }),
    ...(view === 'episodes' && { episodes: true }),
    ...(from !== undefined && { from: Date.parse(from) }),
    ...(to !== undefined && { to: Date.parse(to) }),
  }
}

/** Enough for any station; more devices than these are counted, but not named one by one. */
const maxEpisodes = 1000

/**
 * One alarm, with its group.
 * @throws Problem notFound
 */
export async function getAlarm(service: Service, accountId: string, alarmId: string): Promise<AlarmDetail> {
  const { episode, groupId } = await findEpisode(service, accountId, alarmId)
  const [group, episodes, values] = await Promise.all([
    findAlarms(service.db.read, accountId, service.now(), { groupIds: [groupId] }, { limit: 1, offset: 0 }),
    findAlarms(
      service.db.read,
      accountId,
      service.now(),
      { groupIds: [groupId], episodes: true },
      { limit: maxEpisodes, offset: 0 },
    ),
    findFrame(service.db.read, episode.device_no, episode.raised_at),
  ])
  const whole = group.rows[0] ?? episode
  return {
    ...toAlarm({ ...episode, ...spanOf(whole) }),
    values: values?.values ?? null,
    episodes: episodes.rows
      .toSorted((a, b) => a.raised_at - b.raised_at)
      .map((row) => ({
        alarmId: row.id,
        deviceId: row.device_id,
        deviceName: row.device_name,
        ...timesOf(row),
        ...lossesOf(row),
      })),
  }
}

/** @throws Problem notFound */
export async function findEpisode(service: Service, accountId: string, alarmId: string) {
  const one = { limit: 1, offset: 0 }
  const { rows } = await findAlarms(
    service.db.read,
    accountId,
    service.now(),
    { alarmIds: [alarmId], episodes: true },
    one,
  )
  const [episode] = rows
  if (!episode) throw new Problem('notFound')
  return { episode, groupId: episode.group_id }
}

const spanOf = ({ device_count, raised_at, cleared_at, lost_energy_kwh, lost_income, ...row }: AlarmRow) => ({
  device_count,
  loss_basis: row.loss_basis,
  was_late: row.was_late,
  loss_share: row.loss_share,
  raised_at,
  cleared_at,
  lost_energy_kwh,
  lost_income,
})

/** Whether an alarm notifies anybody: not at night, and not if caused by dawn, dusk or weak light. */
export function notifiesAnybody(code: AlarmCode, raisedAt: number, place: Place): boolean {
  return !lowLightAlarms.has(code) && !isNight(raisedAt, place)
}

const timesOf = (row: AlarmRow) => ({
  raisedAt: iso(row.raised_at),
  clearedAt: row.cleared_at === null ? null : iso(row.cleared_at),
})

const lossesOf = (row: AlarmRow) => ({
  lostEnergyKwh: row.lost_energy_kwh,
  lostIncome: row.may_income ? row.lost_income : null,
})

function toAlarm(row: AlarmRow): Alarm {
  return {
    id: row.id,
    groupId: row.group_id,
    deviceCount: row.device_count,
    code: row.code,
    class: alarmClassOf(row.code),
    source: row.source,
    mppt: row.mppt_no || mpptOf(row.string_no, { mpptCount: row.mppt_count, stringCount: row.string_count }),
    string: row.string_no === 0 ? null : row.string_no,
    deviceId: row.device_id,
    deviceName: row.device_name,
    deviceSerial: row.device_serial,
    memberId: row.account_id,
    stationId: row.station_id,
    stationName: row.station_name,
    timeZone: row.time_zone,
    ...timesOf(row),
    pages: notifiesAnybody(row.code, row.raised_at, row),
    acknowledgedAt: row.acknowledged_at === null ? null : iso(row.acknowledged_at),
    acknowledgedBy: row.acknowledged_by,
    assigneeId: row.assignee_id,
    assigneeName: row.assignee_name,
    commentCount: row.comment_count,
    snoozedUntil: row.snoozed_until === null ? null : iso(row.snoozed_until),
    ...lossesOf(row),
    lossBasis: row.loss_basis,
    lossShare: row.lost_energy_kwh === null || row.was_late ? null : row.loss_share,
    dataCameLate: row.was_late,
    currency: row.currency,
  }
}

const textsOf: Record<MessageLocale, AlarmTexts> = { 'en-US': enUS, 'zh-CN': zhCN, 'zh-TW': zhTW, 'pt-BR': ptBR }

/** Name of a code in a language. */
export const alarmNameOf = (code: AlarmCode, locale: string): string => textsOf[mailLocaleOf(locale)][`${code}.name`]

export function alarmCatalogue(locale: string): AlarmCatalogueEntry[] {
  const texts = textsOf[mailLocaleOf(locale)]
  return knownAlarmCodes.map((code) => ({
    code,
    class: alarmClassOf(code),
    lowLight: lowLightAlarms.has(code),
    name: texts[`${code}.name`],
    reason: texts[`${code}.reason`],
    suggestion: texts[`${code}.suggestion`],
  }))
}
