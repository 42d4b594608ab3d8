/** What a page does to the browser, from which a release on screen is told to be too much. */
export type Strain = 'memory' | 'hang'

/** A sample is taken this often, in ms. */
export const sampleMs = 2_000
/** What was not collected for so many samples is kept. */
const keptSamples = 5
/** So much more than when it was shown, in bytes, no page needs: the wall with a day of a thousand plants takes 60 MB. */
const maxGrowth = 256 * 2 ** 20
/** A page that is busy for more than this share of so many samples answers nobody. */
const busy = { share: 0.6, samples: 10 }

export interface Sample {
  /** Bytes of the heap; undefined where the browser does not say. */
  heap: number | undefined
  /** Ms of long tasks since the sample before. */
  blockedMs: number
  /** Releases on screen, as one text; empty: none, or the page is hidden. */
  shown: string
}

/** Looks at one sample after the other; says once per page on screen and kind what is too much. Pure but for what it remembers. */
export function createStrainWatch(): (sample: Sample) => Strain | undefined {
  let shown = ''
  let start: number | undefined
  let heaps: number[] = []
  let blocked: number[] = []
  const told = new Set<Strain>()
  return (sample) => {
    if (sample.shown !== shown || sample.shown === '') {
      shown = sample.shown
      start = undefined
      heaps = []
      blocked = []
      told.clear()
      return undefined
    }
    if (sample.heap !== undefined) heaps = [...heaps, sample.heap].slice(-keptSamples)
    blocked = [...blocked, sample.blockedMs].slice(-busy.samples)
    // Between two collections memory grows by itself: what counts is the least of some seconds.
    const floor = heaps.length < keptSamples ? undefined : Math.min(...heaps)
    start ??= floor
    const grown = floor !== undefined && start !== undefined && floor - start > maxGrowth
    const sum = blocked.reduce((all, one) => all + one, 0)
    const isBusy = blocked.length === busy.samples && sum >= busy.share * busy.samples * sampleMs
    const found = grown && !told.has('memory') ? 'memory' : isBusy && !told.has('hang') ? 'hang' : undefined
    if (found !== undefined) told.add(found)
    return found
  }
}

/** Ms of long tasks since the call before; zero where the browser does not tell of them. */
function longTasks(): () => number {
  let sum = 0
  if (globalThis.PerformanceObserver?.supportedEntryTypes?.includes('longtask')) {
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) sum += duration
    })
    observer.observe({ type: 'longtask' })
  }
  return () => {
    const since = sum
    sum = 0
    return since
  }
}

const heapOf = (): number | undefined =>
  (Reflect.get(performance, 'memory') as { usedJSHeapSize: number } | undefined)?.usedJSHeapSize

/** Watches the page; `shown`: what is on screen, by `<name>/<release>`. */
export function watchStrain(shown: () => readonly string[], tell: (strain: Strain) => void): void {
  const look = createStrainWatch()
  const blockedMs = longTasks()
  setInterval(() => {
    const strain = look({ heap: heapOf(), blockedMs: blockedMs(), shown: document.hidden ? '' : shown().join(' ') })
    if (strain !== undefined) tell(strain)
  }, sampleMs)
}
