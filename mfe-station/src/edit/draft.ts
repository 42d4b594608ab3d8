import type { SentForm } from './save-station.ts'
import type { StationValues } from './station-values.ts'

/** Unsaved input of one account in this browser. */
export interface Draft {
  values: StationValues
  /** A form that was sent but not answered, or not saved completely; a retry continues from it. */
  sent?: SentForm | undefined
  /** Epoch ms. */
  at: number
}

/** `stationId` undefined: the form that adds a station. */
const keyOf = (accountId: string, stationId: string | undefined) => `station.draft.${accountId}.${stationId ?? 'new'}`

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'values') === 'object' &&
  typeof Reflect.get(value, 'at') === 'number'

/** A draft of an older release may lack new fields: these keep their values of `initial`. */
export function readDraft(accountId: string, stationId: string | undefined, initial: StationValues): Draft | undefined {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(accountId, stationId)) ?? 'null')
    return isDraft(found) ? { ...found, values: { ...initial, ...found.values } } : undefined
  } catch {
    return undefined
  }
}

/** Stored without pictures if the browser's storage is too small for them. */
export function writeDraft(accountId: string, stationId: string | undefined, draft: Draft): void {
  const { values } = draft
  const small = { picture: withoutData(values.picture), logo: withoutData(values.logo) }
  for (const kept of [values, { ...values, ...small }]) {
    try {
      // An invalid number (NaN) becomes null in JSON: an empty field.
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
