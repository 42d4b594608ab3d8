import type { FormRate } from '@helioport/contract'
import { Problem } from '../base/problem.ts'
import type { Transaction } from '../database/session.ts'
import { markDaysDue } from '../energy/queries/day-analysis.ts'
import { bandsClash } from '../figure/tariff.ts'
import { changeTariffs, type TariffRow, type TariffStore } from '../inventory/queries/tariff.ts'
import { isSameTerms, noteOf, type Place, termsAt, termsFrom, termsOf } from './tariff-edit.ts'

/** The rates of one station while the rates of a form are applied, one after the other. */
class RateTable {
  rows: readonly TariffRow[]
  changedFrom: string
  readonly #store: TariffStore
  /** Null: a new station, without income, so that no corrections are noted. */
  readonly #place: Place | null

  constructor(rows: readonly TariffRow[], store: TariffStore, place: Place | null) {
    this.rows = rows
    this.#store = store
    this.#place = place
    this.changedFrom = place?.today ?? ''
  }

  async take(rate: FormRate): Promise<void> {
    const former = this.formerOf(rate)
    if (former && isSameTerms(termsFrom(former), rate)) return
    const terms = termsOf(rate, this.rows, former?.id ?? null)
    const firstDay = former && former.from_date < rate.from ? former.from_date : rate.from
    const before = former ? termsFrom(former) : termsAt(this.rows, rate.from)
    await this.#note(firstDay, before, terms, rate.correction === true)
    const row = await (former ? this.#store.update(former.id, terms) : this.#store.insert(terms))
    this.#have([...this.rows.filter(({ id }) => id !== row.id), row])
  }

  /** The row that a rate of the form replaces. @throws Problem notFound */
  formerOf({ id, from }: FormRate): TariffRow | undefined {
    if (id === null) return this.rows.find((row) => row.from_date === from)
    const row = this.rows.find((one) => one.id === id)
    if (!row) throw new Problem('notFound')
    return row
  }

  async remove(row: TariffRow): Promise<void> {
    const others = this.rows.filter((one) => one !== row)
    await this.#note(row.from_date, termsFrom(row), termsAt(others, row.from_date), true)
    await this.#store.delete(row.id)
    this.#have(others)
  }

  #have(rows: readonly TariffRow[]): void {
    this.rows = rows.toSorted((a, b) => (a.from_date < b.from_date ? -1 : 1))
  }

  async #note(...[firstDay, before, after, isCorrection]: [...Parameters<ReturnType<typeof noteOf>['note']>, boolean]) {
    if (!this.#place) return
    const { note, changedFrom } = noteOf(this.#place, this.rows, this.#store, isCorrection)
    await note(firstDay, before, after)
    if (changedFrom() < this.changedFrom) this.changedFrom = changedFrom()
  }
}

/** @throws Problem tariff.bandsOverlap, tariff.dateTaken (by another rate of the form) */
function checkRates(rates: readonly FormRate[]): void {
  if (new Set(rates.map(({ from }) => from)).size < rates.length) throw new Problem('tariff.dateTaken')
  if (rates.some(({ bands }) => bandsClash(bands))) throw new Problem('tariff.bandsOverlap')
}

/**
 * Applies the rates of a form to a station: first removals, which free their dates, then changes, then new rates.
 * @throws Problem notFound, tariff.past, tariff.dateTaken, tariff.bandsOverlap, tariff.last
 */
export async function changeRates(
  tx: Transaction,
  place: Place,
  rates: readonly FormRate[],
  removedRates: readonly { id: string }[],
): Promise<void> {
  checkRates(rates)
  await changeTariffs(tx, place.stationId, async (rows, store) => {
    const table = new RateTable(rows, store, place)
    const removed = new Set(removedRates.map(({ id }) => id))
    const kept = new Set(rates.map((rate) => table.formerOf(rate)?.id))
    for (const row of rows) if (removed.has(row.id) && !kept.has(row.id)) await table.remove(row)
    for (const rate of byId(rates)) await table.take(rate)
    if (table.rows.length === 0) throw new Problem('tariff.last')
    await markDaysDue(tx, place.stationId, place.now, table.changedFrom)
  })
}

/** Known rates first: a new rate may start on a day that a known rate leaves. */
const byId = (rates: readonly FormRate[]) => rates.toSorted((a, b) => Number(a.id === null) - Number(b.id === null))

/**
 * Sets the rates of a station that was just added with its first rate.
 * @throws Problem tariff.dateTaken, tariff.bandsOverlap
 */
export async function addRates(tx: Transaction, stationId: string, rates: readonly FormRate[]): Promise<void> {
  checkRates(rates)
  await changeTariffs(tx, stationId, async (rows, store) => {
    const table = new RateTable(rows, store, null)
    const [first, ...later] = rates.toSorted((a, b) => (a.from < b.from ? -1 : 1))
    if (first) await table.take({ ...first, id: rows[0]?.id ?? null })
    for (const rate of later) await table.take({ ...rate, id: null })
  })
}
