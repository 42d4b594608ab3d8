import type { ReactNode } from 'react'
import type { EndpointState } from '@helioport/api-client'
import { type Bulletin, paths } from '@helioport/contract'
import { useErrorText, useText } from '@helioport/i18n'
import { Button, Card, ErrorState, Page, PageHeader, Row, SkeletonText, Tabs } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import { Publish } from './publish.tsx'

interface BulletinFrameProps {
  section: 'news' | 'downloads'
  bulletins: EndpointState<Bulletin[]>
  /** Shown when nothing is published in this language. */
  empty: ReactNode
  /** Shows older ones; undefined: there are none. */
  onMore: (() => void) | undefined
  children: (bulletins: readonly Bulletin[]) => ReactNode
}

/** Frame of both sections, news and downloads: tabs, skeleton, failure, empty state, paging. */
export function BulletinFrame({ section, bulletins, empty, onMore, children }: BulletinFrameProps) {
  const text = useText<typeof enUS>('record')
  const errorText = useErrorText()
  const { data, error, refetch } = bulletins

  return (
    <Page width="reading">
      <PageHeader
        title={text('bulletin.title')}
        actions={<Publish kind={section === 'news' ? 'news' : 'download'} />}
      />
      <Tabs
        label={text('bulletin.sections')}
        active={section}
        items={[
          { key: 'news', label: text('bulletin.news'), href: `#${paths.bulletin()}` },
          { key: 'downloads', label: text('bulletin.downloads'), href: `#${paths.download()}` },
        ]}
      />
      {error && !data ? (
        <Card>
          <ErrorState {...errorText(error, refetch)} />
        </Card>
      ) : !data ? (
        [3, 2].map((lines) => (
          <Card key={lines}>
            <SkeletonText lines={lines} />
          </Card>
        ))
      ) : data.length === 0 ? (
        <Card>{empty}</Card>
      ) : (
        children(data)
      )}
      {onMore && (
        <Row>
          <Button onClick={onMore} busy={bulletins.isFetching}>
            {text('bulletin.older')}
          </Button>
        </Row>
      )}
    </Page>
  )
}
