import type { Device, DeviceSort, DeviceStatus } from '@helioport/contract'

type Value = string | number | null

/** What needs somebody first. */
const urgency: Record<DeviceStatus, number> = { abnormal: 0, offline: 1, standby: 2, normal: 3 }

const valueOf: Record<DeviceSort, (device: Device) => readonly Value[]> = {
  name: ({ name }) => [name],
  status: ({ status }) => [urgency[status]],
  station: ({ stationName }) => [stationName],
  model: ({ model }) => [model],
  powerW: ({ powerW }) => [powerW],
  energyTodayKwh: ({ energyTodayKwh }) => [energyTodayKwh],
  specificYieldToday: ({ specificYieldToday }) => [specificYieldToday],
  energyTotalKwh: ({ energyTotalKwh }) => [energyTotalKwh],
  // Amounts of different currencies are not compared with each other.
  incomeToday: ({ incomeToday, currency }) => [incomeToday === null ? null : currency, incomeToday],
  hoursTotal: ({ hoursTotal }) => [hoursTotal],
  cabinetC: ({ cabinetC }) => [cabinetC],
  age: ({ age }) => [age.measuredAt],
}

const collator = new Intl.Collator('en', { numeric: true })

function compare(a: Value, b: Value, turn: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return turn * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)))
}

/** A sorted copy: what is not known stands last in both orders, equal ones keep theirs. */
export function sortDevices(devices: readonly Device[], by: DeviceSort, order: 'asc' | 'desc'): Device[] {
  const turn = order === 'asc' ? 1 : -1
  const known = devices.map((device) => ({ device, values: valueOf[by](device) }))
  known.sort((a, b) => {
    for (const [nth, value] of a.values.entries()) {
      const difference = compare(value, b.values[nth] ?? null, turn)
      if (difference !== 0) return difference
    }
    return 0
  })
  return known.map(({ device }) => device)
}
