import type { ReactNode } from 'react'
import type { EndpointState } from '@helioport/api-client'
import { type Bulletin, paths } from '@helioport/contract'
import { useErrorText, useText } from '@helioport/i18n'
import {
  Button,
  Card,
  Empty,
  ErrorState,
  LinkButton,
  Page,
  PageHeader,
  Row,
  SkeletonText,
  Tabs,
  Toolbar,
} from '@helioport/ui'
import { SearchField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import { useMayPublish } from './use-may-publish.ts'

interface BulletinFrameProps {
  section: 'news' | 'downloads'
  bulletins: EndpointState<Bulletin[]>
  search: string
  setSearch: (search: string) => void
  /** Shown when nothing is published in this language. */
  empty: ReactNode
  /** Shows older bulletins; undefined: none. */
  onMore: (() => void) | undefined
  children: (bulletins: readonly Bulletin[]) => ReactNode
}

/** Frame of both sections, news and downloads: tabs, skeleton, failure, empty state, paging. */
export function BulletinFrame(props: BulletinFrameProps) {
  const { section, bulletins, search, setSearch, empty, onMore, children } = props
  const text = useText<typeof enUS>('record')
  const common = useText()
  const errorText = useErrorText()
  const { data, error, refetch } = bulletins
  const mayPublish = useMayPublish()

  return (
    <Page width="reading">
      <PageHeader
        title={text('bulletin.title')}
        actions={
          mayPublish && (
            <LinkButton icon="edit" href={`#${paths.bulletinEdit(section === 'news' ? 'news' : 'download')}`}>
              {text('publish.edit')}
            </LinkButton>
          )
        }
      />
      <Tabs
        label={text('bulletin.sections')}
        active={section}
        items={[
          { key: 'news', label: text('bulletin.news'), href: `#${paths.bulletin()}` },
          { key: 'downloads', label: text('bulletin.downloads'), href: `#${paths.download()}` },
        ]}
      />
      {(search !== '' || (data && data.length > 0)) && (
        <Toolbar>
          <SearchField
            value={search}
            onChange={setSearch}
            label={text('bulletin.search')}
            clearLabel={common('action.clear')}
          />
        </Toolbar>
      )}
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
        <Card>
          {search === '' ? (
            empty
          ) : (
            <Empty
              title={text('bulletin.noMatch')}
              action={<Button onClick={() => setSearch('')}>{common('action.clear')}</Button>}
            />
          )}
        </Card>
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
