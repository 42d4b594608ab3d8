/** Texts of a table. */
export interface TableTexts {
  sort: (column: string) => string
  columns: string
  density: string
  compact: string
  comfortable: string
  previousPage: string
  nextPage: string
  range: (from: number, to: number, total: number) => string
  pageSize: (count: number) => string
}
