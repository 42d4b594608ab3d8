import { Card, Page, PageHeader, Skeleton, SkeletonChart, SkeletonStatRow } from '@helioport/ui'

/** Skeleton of a device's page. */
export function DetailSkeleton({ back }: { back: { href: string; label: string } }) {
  return (
    <Page>
      <PageHeader
        title={<Skeleton width={180} height={28} />}
        subtitle={<Skeleton width={240} height={14} />}
        back={back}
      />
      <Skeleton width={320} height={36} />
      <SkeletonStatRow count={6} lead />
      <Card>
        <SkeletonChart height={320} />
      </Card>
    </Page>
  )
}
