import { useState } from 'react'
import { changeLocale } from './instance.ts'

/**
 * Changes the language: texts and direction switch together once the texts are loaded, then `onChosen` is called, which
 * may store the choice. If loading fails, only `failed` changes.
 */
export function useLocaleChoice(onChosen: (code: string) => void) {
  const [failed, setFailed] = useState(false)
  const choose = async (code: string) => {
    try {
      await changeLocale(code)
      onChosen(code)
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  return { choose, failed }
}
