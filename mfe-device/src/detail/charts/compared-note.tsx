import { useText } from '@helioport/i18n'
import type enUS from '../../messages/en-US.ts'

interface ComparedNoteProps {
  /** What is compared, as it is called; empty: nothing. */
  of: string
  /** It could not be read. */
  isUnknown: boolean
  /** Its values, of all curves or bars; undefined: not there yet. */
  values: readonly (number | null)[] | undefined
}

/** Why nothing stands beside the curves: what is compared could not be read, or nothing was measured then. */
export function ComparedNote({ of, isUnknown, values }: ComparedNoteProps) {
  const text = useText<typeof enUS>('device')
  if (of === '') return null
  if (isUnknown) return <p>{text('parameters.notCompared')}</p>
  if (values === undefined || values.some((value) => value !== null)) return null
  return <p>{text('parameters.noneThen', { of })}</p>
}
