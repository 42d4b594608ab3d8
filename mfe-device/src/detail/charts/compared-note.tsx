import { useText } from '@helioport/i18n'
import type enUS from '../../messages/en-US.ts'

interface ComparedNoteProps {
  /** Name of the comparison; empty: none. */
  of: string
  /** The comparison could not be loaded. */
  isUnknown: boolean
  /** Values of all curves or bars; undefined: not loaded yet. */
  values: readonly (number | null)[] | undefined
}

/** Why there is no comparison curve: it could not be loaded, or nothing was measured then. */
export function ComparedNote({ of, isUnknown, values }: ComparedNoteProps) {
  const text = useText<typeof enUS>('device')
  if (of === '') return null
  if (isUnknown) return <p>{text('parameters.notCompared')}</p>
  if (values === undefined || values.some((value) => value !== null)) return null
  return <p>{text('parameters.noneThen', { of })}</p>
}
