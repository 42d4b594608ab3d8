import { useEffect } from 'react'
import { useText } from './use-text.ts'

/** Puts a translated title on the document: "Plants · Helioport". */
export function useTitle(title: string | undefined): void {
  const name = useText()('app.name')
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name
  }, [title, name])
}
