import { Card, Page, Skeleton, SkeletonText } from '@helioport/ui'

/** The shape of the form while it loads. */
export function FormSkeleton() {
  return (
    <Page width="reading">
      <Skeleton width={220} height={32} />
      <Card>
        <SkeletonText lines={10} />
      </Card>
      <Card>
        <Skeleton height={300} />
      </Card>
    </Page>
  )
}
