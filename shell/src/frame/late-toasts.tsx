import { type ComponentType, Suspense, lazy, useEffect, useState } from 'react'
import { useText } from '@helioport/i18n'

/** Delay in ms, so that the first page loads first. */
const lateMs = 2_000

type ToastsComponent = ComponentType<{ closeLabel: string }>

const Toasts = lazy(async (): Promise<{ default: ToastsComponent }> => {
  try {
    const { Toasts: toasts } = await import('@helioport/ui/overlay')
    return { default: toasts }
  } catch {
    // The portal works without toasts.
    return { default: () => null }
  }
})

/** The place of toasts, loaded after the first page. */
export function LateToasts() {
  const text = useText()
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), lateMs)
    return () => clearTimeout(timer)
  }, [])
  return <Suspense fallback={null}>{wanted && <Toasts closeLabel={text('action.close')} />}</Suspense>
}
