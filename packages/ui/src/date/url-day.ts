import { isDay } from '@helioport/time'
import type { UrlField } from '../core/url-state.ts'

/** A day, `YYYY-MM-DD`, that the calendar has; empty: none is named. */
export const urlDay: UrlField<string> = { fallback: '', read: (text) => (isDay(text) ? text : undefined) }
