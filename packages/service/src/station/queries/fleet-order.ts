import type { DeviceSort, StationSort } from '@helioport/contract'
import { backwards } from '../../base/page-end.ts'
import type { Run } from '../../base/list-page.ts'

/** A list as its indexes have it, and the order of all of it together. */
export interface Ordered {
  runs: readonly Run[]
  order: string
}

interface Order {
  /** Columns, of which the first says whether it is known. */
  keys: readonly string[]
  /** How they stand in their index. */
  isDown: boolean
  /** What decides between equal ones, upwards. */
  place: readonly string[]
}

const stationPlace = ['sort_number', 'name_key', 'station_id']
const greatestFirst = (...keys: string[]): Order => ({ keys, isDown: true, place: stationPlace })
const stationOrders: Record<StationSort, Order> = {
  sortNumber: { keys: [], isDown: false, place: stationPlace },
  name: { keys: [], isDown: false, place: ['name_key', 'station_id'] },
  status: { keys: [], isDown: false, place: ['status_order', ...stationPlace] },
  powerW: greatestFirst('power_w'),
  energyTodayKwh: greatestFirst('energy_today_kwh'),
  specificYieldToday: greatestFirst('yield_today'),
  // Amounts of different currencies are not compared with each other.
  incomeToday: greatestFirst('income_currency', 'income_today'),
  energyTotalKwh: greatestFirst('energy_total_kwh'),
  devicesWell: greatestFirst('well_share'),
  openAlarms: greatestFirst('open_alarms'),
  age: greatestFirst('measured_at'),
}

const deviceKeys: Record<DeviceSort, readonly string[]> = {
  name: ['name_key'],
  status: ['urgency'],
  station: ['station_key'],
  model: ['model_key'],
  powerW: ['power_w'],
  energyTodayKwh: ['energy_today_kwh'],
  specificYieldToday: ['yield_today'],
  energyTotalKwh: ['energy_total_kwh'],
  // Amounts of different currencies are not compared with each other.
  incomeToday: ['income_currency', 'income_today'],
  hoursTotal: ['hours_total'],
  cabinetC: ['cabinet_c'],
  age: ['measured_at'],
}

/** Stations; what is not known stands last in both directions. `isDown`: the greatest first. */
export const stationOrder = (sort: StationSort, isDown: boolean): Ordered => orderOf(stationOrders[sort], isDown)

/** What needs a person: the most urgent first. */
export const attentionOrder = whole({ where: 'true', keys: ['urgency desc', 'open_alarms desc'], place: stationPlace })

/** Devices; without `sort` by station and place in it. */
export const deviceOrder = (by: { sort: DeviceSort; isDown: boolean } | null): Ordered =>
  orderOf({ keys: by === null ? [] : deviceKeys[by.sort], isDown: false, place: ['place'] }, by?.isDown ?? false)

function whole(run: Run): Ordered {
  return { runs: [run], order: [...run.keys, ...run.place].join(', ') }
}

/** An index is read from its end for the other direction: first what is known, and then the rest as it stands. */
function orderOf({ keys, isDown: indexed, place }: Order, isDown: boolean): Ordered {
  const straight = { where: 'true', keys: keys.map((key) => `${key} ${indexed ? 'desc nulls last' : 'asc'}`), place }
  if (indexed === isDown) return whole(straight)
  const turned = (each: readonly string[]) => each.map(backwards)
  const back = { where: 'true', keys: turned(straight.keys), place: turned(place) }
  const [first] = keys
  if (first === undefined) return whole(back)
  return {
    runs: [
      { ...back, where: `${first} is not null` },
      { ...straight, where: `${first} is null` },
    ],
    // What is not known of the first stands last, by its place; a page goes on where the last ended.
    order: [
      `${first} is null`,
      ...place.map((key) => `case when ${first} is null then ${key} end`),
      whole(back).order,
    ].join(', '),
  }
}
