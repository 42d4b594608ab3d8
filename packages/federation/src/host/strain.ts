/** Overload of the browser by the releases on screen: growing memory, or long tasks that block the page. */
export type Strain = 'memory' | 'hang'

/** Interval of samples, ms. */
export const sampleMs = 2_000
/** Memory counts as retained if it was not collected for this many samples. */
const keptSamples = 5
/** Limit of growth since a page was shown, bytes; the wall with a day of a thousand plants needs 60 MB. */
const maxGrowth = 256 * 2 ** 20
/** A page that is blocked for at least this share of this many samples counts as hanging. */
const busy = { share: 0.6, samples: 10 }

export interface Sample {
  /** Heap size, bytes; undefined if the browser does not report it. */
  heap: number | undefined
  /** Duration of long tasks since the last sample, ms. */
  blockedMs: number
  /** Releases on screen, as one text; empty: none, or the page is hidden. */
  shown: string
}

/** Judges samples in turn; reports each kind once per set of releases on screen. No side effects but its state. */
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
    // Memory grows between two garbage collections, so the minimum of some seconds counts.
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

/** Returns the duration of long tasks since the last call, ms; zero where the browser does not report them. */
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

/** Watches the page; `shown`: releases on screen, `<name>/<release>`. */
export function watchStrain(shown: () => readonly string[], tell: (strain: Strain) => void): void {
  const look = createStrainWatch()
  const blockedMs = longTasks()
  setInterval(() => {
    const strain = look({ heap: heapOf(), blockedMs: blockedMs(), shown: document.hidden ? '' : shown().join(' ') })
    if (strain !== undefined) tell(strain)
  }, sampleMs)
}
