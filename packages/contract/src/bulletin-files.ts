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
