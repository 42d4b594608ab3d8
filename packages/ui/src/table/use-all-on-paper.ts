import { useEffect, useState } from 'react'
import { printPage } from '../core/print-page.ts'

/** Page size: the service's maximum. Number of pages: more rows than anybody reads on paper. */
const [pageSize, mostPages] = [200, 25]

interface AllOnPaper<T> {
  /** Undefined: the page on the screen. */
  rows: readonly T[] | undefined
  isLoading: boolean
  print: () => void
}

/**
 * Prints a list with all its rows, not just the page on the screen. The rows are read and shown, then the print dialog
 * opens; when it closes, the list is as before. If the rows cannot be read, the page on the screen is printed.
 */
export function useAllOnPaper<T>(read: (page: number, pageSize: number) => Promise<readonly T[]>): AllOnPaper<T> {
  const [rows, setRows] = useState<readonly T[]>()
  const [isLoading, setLoading] = useState(false)
  useEffect(() => {
    if (!rows) return
    const over = () => setRows(undefined)
    window.addEventListener('afterprint', over)
    printPage()
    return () => window.removeEventListener('afterprint', over)
  }, [rows])
  const print = async () => {
    setLoading(true)
    try {
      const all: T[] = []
      for (let page = 1; page <= mostPages; page += 1) {
        const some = await read(page, pageSize)
        all.push(...some)
        if (some.length < pageSize) break
      }
      setRows(all)
    } catch {
      printPage()
    } finally {
      setLoading(false)
    }
  }
  return { rows, isLoading, print: () => void print() }
}
