import type { Tariff, TariffInput } from '@helioport/contract'
import { type RateValues, tariffOf } from './station-values.ts'

export type TariffStep =
  | { do: 'change'; tariffId: string; input: TariffInput }
  | { do: 'add'; input: TariffInput }
  | { do: 'delete'; tariffId: string; correction: boolean }

const isSame = (a: TariffInput, b: Tariff) =>
  a.from === b.from && a.rate === b.rate && JSON.stringify(a.bands) === JSON.stringify(plainBands(b))

const plainBands = ({ bands }: Tariff) =>
  bands.map(({ days, from, to, rate }) => ({ days: days.toSorted((a, b) => a - b), from, to, rate }))

/**
 * What leads from the rates that the service holds to the wanted ones. Changes first, then new ones, then what is to go,
 * so that a station is never without a rate. `mayCorrect`: the station is new, nothing has been earned yet.
 */
export function planTariffs(
  held: readonly Tariff[],
  wanted: readonly RateValues[],
  today: string,
  mayCorrect: boolean,
): TariffStep[] {
  const left = new Map(held.map((tariff) => [tariff.id, tariff]))
  const take = (rate: RateValues) => {
    const own = rate.id === null ? undefined : left.get(rate.id)
    const found = own ?? [...left.values()].find(({ from }) => from === rate.from)
    if (found) left.delete(found.id)
    return found
  }
  // Those that are known by their id first: a new one may begin on the day of one that goes.
  const sorted = wanted.toSorted((a, b) => Number(a.id === null) - Number(b.id === null))
  const pairs = sorted.map((rate) => ({ rate, tariff: take(rate) }))
  const correction = (rate: RateValues, firstDay: string) =>
    firstDay < today && (rate.correcting || mayCorrect) ? { correction: true } : {}
  const changes = pairs.flatMap(({ rate, tariff }): TariffStep[] => {
    const input = tariffOf(rate)
    if (!tariff || isSame(input, tariff)) return []
    const firstDay = tariff.from < input.from ? tariff.from : input.from
    return [{ do: 'change', tariffId: tariff.id, input: { ...input, ...correction(rate, firstDay) } }]
  })
  const additions = pairs
    .filter(({ tariff }) => tariff === undefined)
    .map(({ rate }): TariffStep => ({ do: 'add', input: { ...tariffOf(rate), ...correction(rate, rate.from) } }))
  const deletions = [...left.values()].map(({ id, from }): TariffStep => ({
    do: 'delete',
    tariffId: id,
    correction: from < today,
  }))
  return [...changes, ...additions, ...deletions]
}
