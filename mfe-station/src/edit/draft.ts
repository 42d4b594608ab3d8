import type { SentForm } from './save-station.ts'
import type { StationValues } from './station-values.ts'

/** What was typed and not saved, of one account in this browser. */
export interface Draft {
  values: StationValues
  /** What was sent and not answered, or not taken as a whole; a try again goes on from there. */
  sent?: SentForm | undefined
  /** Epoch ms. */
  at: number
}

/** `stationId` undefined: of the form that adds a station. */
const keyOf = (accountId: string, stationId: string | undefined) => `station.draft.${accountId}.${stationId ?? 'new'}`

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'values') === 'object' &&
  typeof Reflect.get(value, 'at') === 'number'

/** A draft of a former release may lack fields that there are now: they keep what `initial` holds. */
export function readDraft(accountId: string, stationId: string | undefined, initial: StationValues): Draft | undefined {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(accountId, stationId)) ?? 'null')
    return isDraft(found) ? { ...found, values: { ...initial, ...found.values } } : undefined
  } catch {
    return undefined
  }
}

/** Kept without pictures where the browser's store is too small for them. */
export function writeDraft(accountId: string, stationId: string | undefined, draft: Draft): void {
  const { values } = draft
  const small = { picture: withoutData(values.picture), logo: withoutData(values.logo) }
  for (const kept of [values, { ...values, ...small }]) {
    try {
      // A number that could not be read becomes an empty one.
      return localStorage.setItem(keyOf(accountId, stationId), JSON.stringify({ ...draft, values: kept }))
    } catch {
      continue
    }
  }
}

const withoutData = (address: string) => (address.startsWith('data:') ? '' : address)

export function dropDraft(accountId: string, stationId: string | undefined): void {
  localStorage.removeItem(keyOf(accountId, stationId))
}
