import type { Station } from '@helioport/contract'

export interface CurrencySum {
  /** ISO 4217. */
  currency: string
  /** Null: not one of its stations knows its income yet. */
  amount: number | null
  stations: number
  /** Stations whose income is not known and so not in `amount`. */
  unknown: number
}

/** Income of today, one sum per currency: amounts of different currencies are never added. */
export function incomeByCurrency(stations: readonly Pick<Station, 'currency' | 'incomeToday'>[]): CurrencySum[] {
  const sums = new Map<string, CurrencySum>()
  for (const { currency, incomeToday } of stations) {
    const sum = sums.get(currency) ?? { currency, amount: null, stations: 0, unknown: 0 }
    sum.stations += 1
    if (incomeToday === null) sum.unknown += 1
    else sum.amount = (sum.amount ?? 0) + incomeToday
    sums.set(currency, sum)
  }
  return [...sums.values()].toSorted((a, b) => b.stations - a.stations || a.currency.localeCompare(b.currency, 'en'))
}
