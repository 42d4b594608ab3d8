import { useMemo } from 'react'
import type { Capacity, Figures, Lifetime } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { useStationText } from './use-station-text.ts'

/** A smaller share of the capacity is a rounding error. */
const noise = 1e-6

/** Basis of a figure as text; undefined: nothing to say. */
export function useFigureNotes() {
  const text = useStationText()
  const format = useFormat()
  return useMemo(
    () => ({
      /** When nothing has reported at all, age and coverage already say so. */
      silent: ({ inOperationKwp, reportedKwp }: Capacity) => {
        const silent = inOperationKwp - reportedKwp
        if (reportedKwp <= 0 || silent <= noise * inOperationKwp) return undefined
        return text('figure.silent', {
          silent: format.capacity(silent).text,
          all: format.capacity(inOperationKwp).text,
        })
      },
      days: ({ known, expected }: Figures['days']) =>
        known >= expected
          ? undefined
          : text('figure.daysOf', { known: format.number(known), all: format.number(expected) }),
      measuredSince: ({ measuredSince }: Lifetime) =>
        measuredSince === null
          ? text('figure.measuredHere')
          : text('figure.measuredSince', { date: format.date(measuredSince) }),
    }),
    [text, format],
  )
}

/** Joins the notes that are not empty. */
export const notesOf = (...notes: (string | undefined)[]): string =>
  notes.filter((note) => note !== undefined && note !== '').join(' · ')
