export { nextSort, sortRows, type Column, type Sort } from './column.ts'
export { DataTable, type DataTableProps } from './data-table.tsx'
export { Pagination, type PageState } from './pagination.tsx'
export type { TableTexts } from './table-texts.ts'
