import { isDay } from '@helioport/time'
import type { UrlField } from '../core/url-state.ts'

/** An existing day, `YYYY-MM-DD`; empty: no day. */
export const urlDay: UrlField<string> = { fallback: '', read: (text) => (isDay(text) ? text : undefined) }
