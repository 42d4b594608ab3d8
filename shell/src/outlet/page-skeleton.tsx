import { Page, Skeleton, SkeletonStatRow, SkeletonTable, VisuallyHidden } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import styles from './page-skeleton.module.css'

interface PageSkeletonProps {
  /** What is on its way, for the reader. */
  title: string
}

/** The shape of a page, until its remote is there; it appears only when that takes a moment. */
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
