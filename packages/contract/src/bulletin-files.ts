/** By the ending of its name; whatever else a file may be is not taken. */
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

/** Longest name of a file. */
export const maxFileName = 120

/**
 * The name under which a file is kept: as it is called, without what no disk or header takes, its ending in small letters.
 * Undefined: no such file is taken.
 */
export function bulletinFileName(name: string): string | undefined {
  const dot = name.lastIndexOf('.')
  const ending = name.slice(dot + 1).toLowerCase()
  if (dot < 1 || !Object.hasOwn(bulletinFileTypes, ending)) return undefined
  const stem = name.slice(0, dot).replaceAll(/[/\\<>:"|?*]/g, '-')
  return `${[...stem].slice(0, maxFileName - ending.length - 1).join('')}.${ending}`
}
