import { Page, Skeleton, SkeletonStatRow, SkeletonTable, VisuallyHidden } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import styles from './page-skeleton.module.css'

interface PageSkeletonProps {
  /** Title of the page that is loading, for screen readers. */
  title: string
}

/** Skeleton of a page while its remote loads. It appears after a short delay. */
export function PageSkeleton({ title }: PageSkeletonProps) {
  const text = useShellText()
  return (
    <div className={styles['skeleton']} aria-busy="true">
      <VisuallyHidden>{text('remote.loading', { area: title })}</VisuallyHidden>
      <Page>
        <Skeleton width={180} height={28} />
        <SkeletonStatRow />
        <SkeletonTable />
      </Page>
    </div>
  )
}
