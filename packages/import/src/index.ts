import { provideWorkbooks } from './table/workbook.ts'
import { xlsxSheets } from './table/xlsx.ts'

provideWorkbooks(xlsxSheets)

export * from './text.ts'
