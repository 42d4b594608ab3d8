import { useRemotePage } from './use-remote-page.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import { RemoteCard } from './remote-card.tsx'
import { ShownPage } from './shown-page.tsx'

interface RemoteOutletProps {
  remote: string
  page: string
  title: string
}

/** The place of a remote's page: a skeleton, then the page, or a card that describes the failure. */
export function RemoteOutlet({ remote, page, title }: RemoteOutletProps) {
  const { result, reload, retry } = useRemotePage(remote, page)
  if (!result) return <PageSkeleton title={title} />
  if (!result.ok) {
    const { fault, release, quarantined } = result
    return <RemoteCard remote={remote} kind={fault} release={release} quarantined={quarantined} onRetry={retry} />
  }
  return (
    <ShownPage
      key={`${result.release} ${result.wanted}`}
      remote={remote}
      loaded={result}
      title={title}
      onReload={reload}
      onRetry={retry}
    />
  )
}
