import { bulletinFileName, maxFileBytes } from '@helioport/contract'

/** Why a file is refused, judged by its name and size; undefined: no objection. */
export function fileRefusal({ name, size }: Pick<File, 'name' | 'size'>): 'type' | 'empty' | 'tooLarge' | undefined {
  if (bulletinFileName(name) === undefined) return 'type'
  if (size === 0) return 'empty'
  return size >= maxFileBytes ? 'tooLarge' : undefined
}
