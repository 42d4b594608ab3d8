import { type AlarmCode, knownAlarmCodes } from '@helioport/contract'
import type { Reach } from '../../access/queries/access.ts'
import type { AlarmFilter } from './alarm-filter.ts'
import { isShortWord, likeOf, query, type Session } from '../../database/session.ts'

/** Up to this many stations or devices are looked up by id; of a more common word each row's name is compared. */
const mostNamed = 1000

/** Hits of an alarm search: codes, stations by name, inverters by name and serial (removed ones, too). */
export interface SearchedAlarms {
  codes: AlarmCode[]
  /** Null: more than `mostNamed`. */
  stationIds: string[] | null
  deviceNos: number[] | null
  like: string
}

const ofAccounts = `account_id = any(array(select $1::uuid union select account_id from station where id = any($2::uuid[])))`
const isNamed = '(device.name ilike $3 or device.serial ilike $3)'

// One statement for present devices and one for removed ones: present devices have an index of their own.
const byPieces = [true, false]
  .map(
    (stands) =>
      `select no from device where ${isNamed} and ${ofAccounts} and removed_at is ${stands ? '' : 'not'} null`,
  )
  .join(' union all ')

/** Devices at a station by their indexed search text, the others by name and serial. */
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
  // A word of one or two signs has no trigrams: an index of such signs finds it.
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

/** Binds a value and returns its placeholder in the statement. */
export type Bind = (value: unknown, type: string) => string

interface Asked {
  state?: 'open' | 'closed' | undefined
  /** Conditions of the cards in reach, and of the episodes that fit; made only where a statement uses them. */
  reached: () => string[]
  fits: () => string
}

/** Conditions on rows `own` of alarm_card, one for each kind of hit; no row meets two of them. */
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
  // Named stations are in reach already. With the account's condition, too, all its cards would be read: few if open.
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
      : // As an array that is computed first: cards are then looked up by it, whatever the planner estimates.
        `own.group_id = any(array(select distinct group_id from alarm
           where device_no = any(${bind(deviceNos, 'integer[]')}) and ${fits()}))`
  return [...parts, ...ofReach([ofDevices, ...others].join(' and '))]
}
