/** Texts of a table. */
export interface TableTexts {
  sort: (column: string) => string
  columns: string
  /** Name of a column of buttons, which has no title; read aloud only. Older remotes do not have it. */
  actions?: string
  density: string
  compact: string
  comfortable: string
  previousPage: string
  nextPage: string
  range: (from: number, to: number, total: number) => string
  pageSize: (count: number) => string
}
