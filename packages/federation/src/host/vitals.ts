import type { Beacon } from '@helioport/contract/beacon'
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'

type Vital = NonNullable<Beacon['vital']>

/** A paint is told this long after it, in ms, at most. */
const paintMs = 500

export interface Measured<Part> {
  /** That was shown when the value came about. */
  part: Part
  vital: Vital
}

/**
 * Watches the vitals of this visit. The two of its beginning are told as they come, the largest paint after the first
 * input. What grows until the page is left is told by the returned call, which has to come when it is hidden or left.
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
  const tellLatest = (names: Iterable<Vital['name']>) => {
    for (const name of names) {
      const measured = latest.get(name)
      if (latest.delete(name) && measured !== undefined) tell(measured)
    }
  }
  // What is painted after the first input counts no more; it may still be on its way.
  for (const input of ['click', 'keydown']) {
    window.addEventListener(input, () => setTimeout(() => tellLatest(['LCP']), paintMs), { once: true, capture: true })
  }
  return () => tellLatest([...latest.keys()])
}
