import type { Co2Factor, Co2FactorInput, Tariff, TariffCorrection, TariffInput } from '@helioport/contract'
import { iso, localDayAt } from '@helioport/time/node'
import { violatedUnique } from '../database/errors.ts'
import type { Transaction } from '../database/session.ts'
import { deleteCo2Factor, findCo2Factors, insertCo2Factor } from '../inventory/queries/co2-factor.ts'
import { markDaysDue } from '../energy/queries/day-analysis.ts'
import {
  changeTariffs,
  findCorrections,
  findTariffs,
  type TariffRow,
  type TariffStore,
} from '../inventory/queries/tariff.ts'
import type { Service } from '../base/service.ts'
import { countryCo2Factor } from '../figure/co2.ts'
import { type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'
import { getStation } from './list-stations.ts'
import { bandsClash, rateAt } from '../figure/tariff.ts'

/** Before any day of any station. */
const earliest = '1900-01-01'

export type Terms = Pick<TariffInput, 'from' | 'rate' | 'bands'>

/** The person who changes a rate; a correction is stored under `userName`. */
export interface Editor {
  accountId: string
  userName: string
}

/** Newest first. */
export async function listTariffs(service: Service, stationId: string): Promise<Tariff[]> {
  return (await findTariffs(service.db.read, [stationId])).toReversed().map(toTariff)
}

/** @throws Problem tariff.past, tariff.dateTaken, tariff.bandsOverlap */
export async function addTariff(service: Service, editor: Editor, stationId: string, input: TariffInput) {
  return edit(service, editor, stationId, input, async (rows, store, note) => {
    const terms = termsOf(input, rows, null)
    await note(input.from, termsAt(rows, input.from), terms)
    return toTariff(await store.insert(terms))
  })
}

/** @throws Problem notFound, tariff.past, tariff.dateTaken, tariff.bandsOverlap */
export async function changeTariff(
  service: Service,
  editor: Editor,
  { stationId, tariffId }: { stationId: string; tariffId: string },
  input: TariffInput,
) {
  return edit(service, editor, stationId, input, async (rows, store, note) => {
    const former = rows.find((row) => row.id === tariffId)
    if (!former) throw new Problem('notFound')
    const terms = termsOf(input, rows, tariffId)
    await note(former.from_date < input.from ? former.from_date : input.from, termsFrom(former), terms)
    return toTariff(await store.update(tariffId, terms))
  })
}

/** @throws Problem notFound, tariff.past, tariff.last */
export async function removeTariff(
  service: Service,
  editor: Editor,
  { stationId, tariffId }: { stationId: string; tariffId: string },
  correction: boolean,
) {
  return edit(service, editor, stationId, { correction, bands: [] }, async (rows, store, note) => {
    const former = rows.find((row) => row.id === tariffId)
    if (!former) throw new Problem('notFound')
    if (rows.length === 1) throw new Problem('tariff.last')
    const others = rows.filter((row) => row !== former)
    await note(former.from_date, termsFrom(former), termsAt(others, former.from_date))
    await store.delete(tariffId)
    return null
  })
}

type Note = (firstDay: string, before: Terms | null, after: Terms | null) => Promise<void>

/** Changes one rate in its own transaction. */
async function edit<T>(
  service: Service,
  { accountId, userName }: Editor,
  stationId: string,
  input: Pick<TariffInput, 'correction' | 'bands'>,
  change: (rows: TariffRow[], store: TariffStore, note: Note) => Promise<T>,
): Promise<T> {
  if (bandsClash(input.bands)) throw new Problem('tariff.bandsOverlap')
  const { timeZone } = await getStation(service, accountId, stationId)
  const now = service.now()
  const place = { stationId, today: localDayAt(now, timeZone).date, now, userName }
  return service.db.transaction((tx) =>
    changeTariffs(tx, stationId, async (rows, store) => {
      const notes = noteOf(place, rows, store, input.correction === true)
      const changed = await change(rows, store, notes.note)
      await markDaysDue(tx, stationId, now, notes.changedFrom())
      return changed
    }),
  )
}

/** The station and time of a change of rates, and the user name that a correction is stored under. */
export interface Place {
  stationId: string
  /** Local date of the station. */
  today: string
  /** Epoch ms. */
  now: number
  userName: string
}

/**
 * A change that begins before the station's today alters past income: it must be a correction and is noted as a
 * correction. `changedFrom`: the first day of all changes.
 */
export function noteOf(
  { today, now, userName }: Place,
  rows: readonly TariffRow[],
  store: TariffStore,
  isCorrection: boolean,
) {
  let changedFrom = today
  const note: Note = async (firstDay, before, after) => {
    if (firstDay >= today) return
    if (!isCorrection) throw new Problem('tariff.past')
    // Days before the first rate use the first rate.
    const from = rows.some((row) => row.from_date < firstDay) ? firstDay : earliest
    if (from < changedFrom) changedFrom = from
    await store.note({ userName, before, after, now })
  }
  return { note, changedFrom: () => changedFrom }
}

export function termsOf(input: Terms, rows: readonly TariffRow[], own: string | null): Terms {
  if (rows.some((row) => row.from_date === input.from && row.id !== own)) throw new Problem('tariff.dateTaken')
  return { from: input.from, rate: input.rate, bands: input.bands }
}

export const termsFrom = ({ from_date, rate, bands }: TariffRow): Terms => ({ from: from_date, rate, bands })

export function termsAt(rows: readonly TariffRow[], date: string): Terms | null {
  const holds = rateAt(rows, date)
  return holds && termsFrom(holds)
}

/** Whether two rates start on the same day and have the same amounts at the same times. */
export const isSameTerms = (a: Terms, b: Terms) =>
  a.from === b.from &&
  a.rate === b.rate &&
  JSON.stringify(a.bands.map(plainBand)) === JSON.stringify(b.bands.map(plainBand))

const plainBand = ({ days, from, to, rate }: Terms['bands'][number]) => [days.toSorted((a, b) => a - b), from, to, rate]

function toTariff(row: TariffRow): Tariff {
  return { id: row.id, stationId: row.station_id, ...termsFrom(row) }
}

export async function listCorrections(service: Service, stationId: string, query: PageQuery) {
  const { rows, total } = await findCorrections(service.db.read, stationId, windowOf(query))
  const data = rows.map(({ id, user_name, at, before, after }): TariffCorrection => ({
    id,
    at: iso(at),
    userName: user_name,
    before,
    after,
  }))
  return { data, total }
}

/** Newest first; the last entry is the factor of the country. */
export async function listCo2Factors(service: Service, accountId: string, stationId: string): Promise<Co2Factor[]> {
  const { timeZone } = await getStation(service, accountId, stationId)
  const own = await findCo2Factors(service.db.read, [stationId])
  return [...own.toReversed().map(toCo2Factor), { id: null, from: null, ...countryCo2Factor(timeZone) }]
}

/**
 * Adds a factor that starts today or later; past days keep their factors.
 * @throws Problem co2Factor.past, co2Factor.dateTaken
 */
export async function addCo2Factor(service: Service, accountId: string, stationId: string, input: Co2FactorInput) {
  const today = await todayAt(service, accountId, stationId)
  return service.db.transaction((tx) => insertFactor(tx, { stationId, today, now: service.now() }, input))
}

/** @throws Problem co2Factor.past, co2Factor.dateTaken */
export async function insertFactor(
  tx: Transaction,
  { stationId, today, now }: Pick<Place, 'stationId' | 'today' | 'now'>,
  input: Co2FactorInput,
): Promise<Co2Factor> {
  if (input.from < today) throw new Problem('co2Factor.past')
  try {
    const factor = await insertCo2Factor(tx, stationId, input)
    await markDaysDue(tx, stationId, now, today)
    return toCo2Factor(factor)
  } catch (error) {
    if (violatedUnique(error) !== null) throw new Problem('co2Factor.dateTaken', { cause: error })
    throw error
  }
}

/** @throws Problem notFound, co2Factor.past */
export async function removeCo2Factor(
  service: Service,
  accountId: string,
  { stationId, co2FactorId }: { stationId: string; co2FactorId: string },
): Promise<void> {
  const today = await todayAt(service, accountId, stationId)
  await service.db.transaction(async (tx) => {
    const done = await deleteCo2Factor(tx, stationId, co2FactorId, today)
    if (done === 'past') throw new Problem('co2Factor.past')
    if (done === 'unknown') throw new Problem('notFound')
    await markDaysDue(tx, stationId, service.now(), today)
  })
}

async function todayAt(service: Service, accountId: string, stationId: string): Promise<string> {
  const { timeZone } = await getStation(service, accountId, stationId)
  return localDayAt(service.now(), timeZone).date
}

function toCo2Factor(row: Awaited<ReturnType<typeof insertCo2Factor>>): Co2Factor {
  return { id: row.id, from: row.from_date, kgPerKwh: row.kg_per_kwh, year: row.year, source: row.source }
}
