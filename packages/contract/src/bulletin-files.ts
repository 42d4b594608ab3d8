/** Allowed file types by extension; all others are refused. */
export const bulletinFileTypes = {
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
  webm: 'video/webm',
  mp4: 'video/mp4',
} as const

export type BulletinFileEnding = keyof typeof bulletinFileTypes

/** Maximum length of a file name. */
export const maxFileName = 120

/**
 * Storage name of a file: its own name without characters that file systems or headers refuse, extension in lower case.
 * Undefined: the type is not allowed.
 */
export function bulletinFileName(name: string): string | undefined {
  const dot = name.lastIndexOf('.')
  const ending = name.slice(dot + 1).toLowerCase()
  if (dot < 1 || !Object.hasOwn(bulletinFileTypes, ending)) return undefined
  const stem = name.slice(0, dot).replaceAll(/[/\\<>:"|?*]/g, '-')
  return `${[...stem].slice(0, maxFileName - ending.length - 1).join('')}.${ending}`
}
