import { useState } from 'react'
import { changeLocale } from './instance.ts'

/**
 * For a choice of languages: texts and direction change in one step, when the texts have arrived, and `onChosen` may
 * remember it; a language that cannot be had changes nothing but `failed`.
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
