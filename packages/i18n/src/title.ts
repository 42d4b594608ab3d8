import { useEffect } from 'react'
import { textOf } from './use-text.ts'
import { useLocale } from './use-text.ts'

/** Puts a translated title on the document: "Plants · Helioport". */
export function useTitle(title: string | undefined): void {
  const { code } = useLocale()
  useEffect(() => {
    const name = textOf('common', 'app.name')
    document.title = title ? `${title} · ${name}` : name
  }, [title, code])
}
