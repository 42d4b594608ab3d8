import { type ComponentType, Suspense, lazy, useEffect, useState } from 'react'
import { useText } from '@helioport/i18n'

/** After the first page has had its turn. */
const lateMs = 2_000

type ToastsComponent = ComponentType<{ closeLabel: string }>

const Toasts = lazy(async (): Promise<{ default: ToastsComponent }> => {
  try {
    const { Toasts: toasts } = await import('@helioport/ui/overlay')
    return { default: toasts }
  } catch {
    // Messages in passing are the first thing to go without.
    return { default: () => null }
  }
})

/** The place of short messages, fetched when the page in front of it is there: nobody waits for it. */
export function LateToasts() {
  const text = useText()
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), lateMs)
    return () => clearTimeout(timer)
  }, [])
  return <Suspense fallback={null}>{wanted && <Toasts closeLabel={text('action.close')} />}</Suspense>
}
