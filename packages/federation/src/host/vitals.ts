import type { Beacon } from '@helioport/contract/beacon'
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'

type Vital = NonNullable<Beacon['vital']>

/** The browser reports a paint at most this long after it, ms. */
const paintMs = 500

export interface Measured<Part> {
  /** The part on screen when the value was measured. */
  part: Part
  vital: Vital
}

/**
 * Watches the web vitals of this visit. TTFB and FCP are reported at once, LCP after the first input. The returned call
 * reports the values that can still grow; call it when the page is hidden or left. web-vitals reports them only when
 * the page is hidden; on a navigation that event comes last, with little time before the process ends.
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
  const tellLatest = (names: Iterable<Vital['name']>) => {
    for (const name of names) {
      const measured = latest.get(name)
      if (latest.delete(name) && measured !== undefined) tell(measured)
    }
  }
  // Paints after the first input do not count; a report of an earlier paint may still arrive.
  for (const input of ['click', 'keydown']) {
    window.addEventListener(input, () => setTimeout(() => tellLatest(['LCP']), paintMs), { once: true, capture: true })
  }
  return () => tellLatest([...latest.keys()])
}
