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
import type { FaultKind, LoadedRemotePage } from '@helioport/federation/host'
import { PageSkeleton } from './page-skeleton.tsx'
import { RemoteCard } from './remote-card.tsx'
import { useRemoteSource } from './remote-source.ts'
import { RenderBoundary } from './render-boundary.tsx'
import styles from './shown-page.module.css'

/** A page that waits for longer than this, in ms, counts as crashed. */
const suspendMs = 8_000
/** A page that has stood for this long, in ms, has worked: what happens later is no reason to go back to another release. */
const workedMs = 5_000

/** How far the page has come; what is thrown right after it stood was thrown by its effects. */
type Stage = 'rendering' | 'effects' | 'settled'

/** Stands before the page and tells when it is there. */
function StageWatch({ onStage }: { onStage: (stage: Stage) => void }) {
  useLayoutEffect(() => onStage('effects'), [onStage])
  useEffect(() => {
    const timer = setTimeout(() => onStage('settled'))
    return () => clearTimeout(timer)
  }, [onStage])
  return null
}

function Patience({ children, onEnd }: { children: ReactNode; onEnd: () => void }) {
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
  /** Something else can be shown instead. */
  onReload: () => void
  onRetry: () => void
}

/** A page of one release; whatever it throws, or never does, stays inside. */
export function ShownPage({ remote, loaded, title, onReload, onRetry }: ShownPageProps) {
  const source = useRemoteSource()
  const [crash, setCrash] = useState<FaultKind>()
  /** `since`: by the page's clock, in ms; 0 until it stands. */
  const progress = useRef<{ stage: Stage; since: number }>({ stage: 'rendering', since: 0 })
  const onStage = useCallback((stage: Stage) => {
    progress.current = { stage, since: progress.current.since || performance.now() }
  }, [])
  // Styles apply before the effects of the page measure anything.
  useInsertionEffect(() => source.applyStyles(remote, loaded), [source, remote, loaded])
  useLayoutEffect(() => source.show(remote, loaded), [source, remote, loaded])

  const crashed = (kind: FaultKind) => {
    const { since } = progress.current
    const isEarly = since === 0 || performance.now() - since < workedMs
    setCrash(kind)
    if (source.reportCrash(remote, loaded, kind, isEarly) === 'reload') onReload()
  }
  if (crash) return <RemoteCard remote={remote} kind={crash} release={loaded.release} onRetry={onRetry} />
  const Component = loaded.component
  return (
    <div className={styles['page']} data-remote={remote} data-release={loaded.release}>
      <RenderBoundary onCrash={() => crashed(progress.current.stage === 'effects' ? 'effect' : 'render')}>
        <Suspense
          fallback={
            <Patience onEnd={() => crashed('suspend')}>
              <PageSkeleton title={title} />
            </Patience>
          }
        >
          <StageWatch onStage={onStage} />
          <Component />
        </Suspense>
      </RenderBoundary>
    </div>
  )
}
