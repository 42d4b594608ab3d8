import type { DeviceSort, StationSort } from '@helioport/contract'
import { backwards } from '../../base/page-end.ts'
import type { Run } from '../../base/list-page.ts'

/** A list as runs of its indexes, and the order of the whole list. */
export interface Ordered {
  runs: readonly Run[]
  order: string
}

interface Order {
  /** Sort columns; a null in the first means an unknown value. */
  keys: readonly string[]
  /** Whether their index is descending. */
  isDown: boolean
  /** Tie-breakers, ascending. */
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

/** Order of stations; unknown values are last in both directions. `isDown`: descending. */
export const stationOrder = (sort: StationSort, isDown: boolean): Ordered => orderOf(stationOrders[sort], isDown)

/** Order of stations that need attention: the most urgent first. */
export const attentionOrder = whole({ where: 'true', keys: ['urgency desc', 'open_alarms desc'], place: stationPlace })

/** Order of devices; null: by station and place in it. */
export const deviceOrder = (by: { sort: DeviceSort; isDown: boolean } | null): Ordered =>
  orderOf({ keys: by === null ? [] : deviceKeys[by.sort], isDown: false, place: ['place'] }, by?.isDown ?? false)

function whole(run: Run): Ordered {
  return { runs: [run], order: [...run.keys, ...run.place].join(', ') }
}

/** The other direction reads an index backwards: first the known values, then the unknown ones in forward order. */
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
    // Unknown values are last, in the order of `place`, so that a page continues where the last one ended.
    order: [
      `${first} is null`,
      ...place.map((key) => `case when ${first} is null then ${key} end`),
      whole(back).order,
    ].join(', '),
  }
}
