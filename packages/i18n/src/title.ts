import { useEffect } from 'react'
import { useText } from './use-text.ts'

/** Sets the document title: "Plants · Helioport". */
export function useTitle(title: string | undefined): void {
  const name = useText()('app.name')
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name
  }, [title, name])
}
