import { bulletinFileName, maxFileBytes } from '@helioport/contract'

/** Why a file is not taken, as far as its name and size tell; undefined: nothing speaks against it. */
export function fileRefusal({ name, size }: Pick<File, 'name' | 'size'>): 'type' | 'empty' | 'tooLarge' | undefined {
  if (bulletinFileName(name) === undefined) return 'type'
  if (size === 0) return 'empty'
  return size >= maxFileBytes ? 'tooLarge' : undefined
}
