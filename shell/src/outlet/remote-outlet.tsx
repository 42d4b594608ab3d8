import { Suspense, useState } from 'react'
import type { LoadedRemotePage } from '@helioport/federation/host'
import { PageSkeleton } from './page-skeleton.tsx'
import { RemoteCard } from './remote-card.tsx'
import { useRemoteSource } from './remote-source.ts'
import { RenderBoundary } from './render-boundary.tsx'
import { useRemotePage } from './use-remote-page.ts'

interface RemoteOutletProps {
  remote: string
  page: string
  title: string
}

/** The place of a remote's page: a skeleton, then the page, or a card that says what happened. */
export function RemoteOutlet({ remote, page, title }: RemoteOutletProps) {
  const { result, retry } = useRemotePage(remote, page)
  if (!result) return <PageSkeleton title={title} />
  if (!result.ok) {
    return <RemoteCard remote={remote} kind={result.fault} release={result.release} onRetry={retry} />
  }
  return <ShownPage key={result.release} remote={remote} loaded={result} title={title} onRetry={retry} />
}

interface ShownPageProps {
  remote: string
  loaded: LoadedRemotePage
  title: string
  onRetry: () => void
}

function ShownPage({ remote, loaded, title, onRetry }: ShownPageProps) {
  const source = useRemoteSource()
  const [attempt, setAttempt] = useState(0)
  const Component = loaded.component
  return (
    <RenderBoundary
      key={attempt}
      onCrash={(error) => source.reportRenderFault(remote, loaded.release, error)}
      fallback={
        <RemoteCard
          remote={remote}
          kind="render"
          release={loaded.release}
          onRetry={() => {
            setAttempt(attempt + 1)
            onRetry()
          }}
        />
      }
    >
      <Suspense fallback={<PageSkeleton title={title} />}>
        <Component />
      </Suspense>
    </RenderBoundary>
  )
}
