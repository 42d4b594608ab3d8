import {
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type FaultKind, isOnPurpose, type LoadedRemotePage } from '@helioport/federation/host'
import { PageSkeleton } from './page-skeleton.tsx'
import { RemoteCard } from './remote-card.tsx'
import { useRemoteSource } from './remote-source.ts'
import { RenderBoundary } from './render-boundary.tsx'
import styles from './shown-page.module.css'

/** A page that suspends for longer than this counts as crashed, ms. */
const suspendMs = 8_000
/** Only crashes within this time after the first render cause a fallback to another release, ms. */
const earlyCrashMs = 5_000

/** Stage of a page. An error after the first render, before the page has settled, comes from an effect. */
type Stage = 'rendering' | 'effects' | 'settled'

/** Rendered before the page; reports when the page has been rendered and when it has settled. */
function StageReporter({ onStage }: { onStage: (stage: Stage) => void }) {
  useLayoutEffect(() => onStage('effects'), [onStage])
  useEffect(() => {
    const timer = setTimeout(() => onStage('settled'))
    return () => clearTimeout(timer)
  }, [onStage])
  return null
}

/** Calls `onEnd` when it stays mounted for longer than a page may suspend. */
function SuspendLimit({ children, onEnd }: { children: ReactNode; onEnd: () => void }) {
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  }, [onEnd])
  useEffect(() => {
    const timer = setTimeout(() => end.current(), suspendMs)
    return () => clearTimeout(timer)
  }, [])
  return children
}

interface ShownPageProps {
  remote: string
  loaded: LoadedRemotePage
  title: string
  /** Called after a crash if another release can be loaded. */
  onReload: () => void
  onRetry: () => void
}

/** A page of one release. Its errors, and suspending for too long, end in a card and never reach the shell. */
export function ShownPage({ remote, loaded, title, onReload, onRetry }: ShownPageProps) {
  const source = useRemoteSource()
  const [crash, setCrash] = useState<FaultKind>()
  const [isAsked, setAsked] = useState(false)
  /** `since`: time of the first render by `performance.now()`, ms; 0 before it. */
  const progress = useRef<{ stage: Stage; since: number }>({ stage: 'rendering', since: 0 })
  const onStage = useCallback((stage: Stage) => {
    progress.current = { stage, since: progress.current.since || performance.now() }
  }, [])
  // Styles apply before the effects of the page measure anything.
  useInsertionEffect(() => source.applyStyles(remote, loaded), [source, remote, loaded])
  useLayoutEffect(() => source.show(remote, loaded), [source, remote, loaded])

  const crashed = (kind: FaultKind, error?: unknown) => {
    const { since } = progress.current
    const isEarly = since === 0 || performance.now() - since < earlyCrashMs
    setCrash(kind)
    setAsked(isOnPurpose(error))
    if (isOnPurpose(error)) return
    if (source.reportCrash(remote, loaded, kind, isEarly) === 'reload') onReload()
  }
  if (crash) {
    const { release } = loaded
    return <RemoteCard remote={remote} kind={crash} release={release} isOnPurpose={isAsked} onRetry={onRetry} />
  }
  const Component = loaded.component
  return (
    <div className={styles['page']} data-remote={remote} data-release={loaded.release}>
      <RenderBoundary onCrash={(error) => crashed(progress.current.stage === 'effects' ? 'effect' : 'render', error)}>
        <Suspense
          fallback={
            <SuspendLimit onEnd={() => crashed('suspend')}>
              <PageSkeleton title={title} />
            </SuspendLimit>
          }
        >
          <StageReporter onStage={onStage} />
          <Component />
        </Suspense>
      </RenderBoundary>
    </div>
  )
}
