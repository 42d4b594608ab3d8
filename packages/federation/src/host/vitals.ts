import type { Beacon } from '@helioport/contract/beacon'
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'

type Vital = NonNullable<Beacon['vital']>

export interface Measured<Part> {
  /** That was shown when the value came about. */
  part: Part
  vital: Vital
}

/**
 * Watches the vitals of this visit. The two of its beginning are told as they come. The others grow until the page is
 * left: their latest values are told by the returned call, which has to come when the page is hidden or left.
 * web-vitals itself tells them only when it is hidden, and a browser that goes to another page says so last of all,
 * with little time left before it ends the process.
 */
export function watchVitals<Part>(shown: () => Part | undefined, tell: (measured: Measured<Part>) => void): () => void {
  const latest = new Map<Vital['name'], Measured<Part>>()
  const measure = ({ name, value }: Vital): Measured<Part> | undefined => {
    const part = shown()
    return part === undefined ? undefined : { part, vital: { name, value } }
  }
  for (const watch of [onTTFB, onFCP]) {
    watch((vital) => {
      const measured = measure(vital)
      if (measured !== undefined) tell(measured)
    })
  }
  for (const watch of [onLCP, onCLS, onINP]) {
    watch(
      (vital) => {
        const measured = measure(vital)
        if (measured !== undefined) latest.set(vital.name, measured)
      },
      { reportAllChanges: true },
    )
  }
  return () => {
    latest.forEach(tell)
    latest.clear()
  }
}
