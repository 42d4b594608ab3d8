import { type AlarmCode, knownAlarmCodes } from '@helioport/contract'
import type { Reach } from '../../access/queries/access.ts'
import type { AlarmFilter } from './alarm-filter.ts'
import { isShortWord, likeOf, query, type Session } from '../../database/session.ts'

/** Up to so many stations or devices are named one by one; a word that most have is asked of each as it comes by. */
const mostNamed = 1000

/** What a search of alarms finds: of codes, of stations by their name, of inverters by name and serial, removed ones too. */
export interface SearchedAlarms {
  codes: AlarmCode[]
  /** Null: more than are named. */
  stationIds: string[] | null
  deviceNos: number[] | null
  like: string
}

const ofAccounts = `account_id = any(array(select $1::uuid union select account_id from station where id = any($2::uuid[])))`
const isNamed = '(device.name ilike $3 or device.serial ilike $3)'

// A statement for each of both: what stands there now is found by an index of its own.
const byPieces = [true, false]
  .map(
    (stands) =>
      `select no from device where ${isNamed} and ${ofAccounts} and removed_at is ${stands ? '' : 'not'} null`,
  )
  .join(' union all ')

/** What stands somewhere by its texts of the lists, the rest by itself. */
const bySigns = (ofSigns: (text: string) => string) => `
  select no from device_text own join device on device.id = own.device_id
  where ${ofSigns('own.search_text')} and own.${ofAccounts} and ${isNamed} and removed_at is null and station_id is not null
  union all select no from device
  where ${ofSigns(`name || ' ' || serial`)} and ${isNamed} and ${ofAccounts} and (removed_at is not null or station_id is null)`

export async function findSearched(
  db: Session,
  reach: Reach,
  { search = '', stationId }: AlarmFilter,
): Promise<SearchedAlarms> {
  const like = likeOf(search)
  const lower = search.toLowerCase()
  // A word of one or two signs has no pieces of three: what has its signs is found by indexes of these.
  const isShort = isShortWord(search)
  const given = [reach.ownerId, reach.alarmIds, like, ...(isShort ? [search] : [])]
  const ofSigns = (text: string) => `signs_of(${text}) @> array[lower($4)]`
  const { rows: stations } = await query<{ id: string }>(
    db,
    `select id from station where name ilike $3 and account_id = $1 ${isShort ? `and ${ofSigns('name')}` : ''}
     union select id from station where name ilike $3 and id = any($2::uuid[]) limit ${mostNamed + 1}`,
    given,
  )
  const { rows: devices } = await query<{ no: number }>(
    db,
    `${isShort ? bySigns(ofSigns) : byPieces} limit ${mostNamed + 1}`,
    given,
  )
  return {
    codes: knownAlarmCodes.filter((code) => code.toLowerCase().includes(lower)),
    stationIds:
      stations.length > mostNamed
        ? null
        : stations.flatMap(({ id }) => (stationId === undefined || id === stationId ? [id] : [])),
    deviceNos: devices.length > mostNamed ? null : devices.map(({ no }) => no),
    like,
  }
}

/** Gives a value its place in a statement. */
export type Bind = (value: unknown, type: string) => string

interface Asked {
  state?: 'open' | 'closed' | undefined
  /** Conditions of the cards that are reached, and of the episodes that fit; made where a statement has them. */
  reached: () => string[]
  fits: () => string
}

/** Conditions of rows `own` of alarm_card, of which none fits two: by what was found, of what is reached. */
export function searchedParts(
  { codes, stationIds, deviceNos, like }: SearchedAlarms,
  { state, reached, fits }: Asked,
  bind: Bind,
): string[] {
  const isLike = (column: string) => `${column} ilike ${bind(like, 'text')}`
  const ofStations =
    stationIds === null
      ? `exists (select from station where id = own.station_id and ${isLike('name')})`
      : `own.station_id = any(${bind(stationIds, 'uuid[]')})`
  const ofReach = (part: string) => reached().map((each) => `${each} and ${part}`)
  // Stations that are named are reached; with the condition of an account all that it has would be gone through, few while open.
  const parts = stationIds === null || state === 'open' ? ofReach(ofStations) : [ofStations]
  const others = [`not (${ofStations})`]
  if (codes.length > 0) {
    const ofCodes = `own.code = any(${bind(codes, 'text[]')})`
    parts.push(...ofReach([ofCodes, ...others].join(' and ')))
    others.push(`not (${ofCodes})`)
  }
  if (deviceNos?.length === 0) return parts
  const ofDevices =
    deviceNos === null
      ? `exists (select from alarm join device on device.no = alarm.device_no where alarm.group_id = own.group_id
           and (${isLike('device.name')} or ${isLike('device.serial')}) and ${fits()})`
      : // As a list that is worked out first: by it cards are looked up, whatever the planner thinks of an account.
        `own.group_id = any(array(select distinct group_id from alarm
           where device_no = any(${bind(deviceNos, 'integer[]')}) and ${fits()}))`
  return [...parts, ...ofReach([ofDevices, ...others].join(' and '))]
}
