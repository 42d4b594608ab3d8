import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { type Bulletin, defaultPageSize, type MessageLocale, messageLocales, paths } from '@helioport/contract'
import { locales, messageLocaleOf, useFormat, useListTexts, useLocale, useText } from '@helioport/i18n'
import { Empty, Page, PageHeader, Tabs, Toolbar, urlChoice, useUrlState } from '@helioport/ui'
import { ChoiceField } from '@helioport/ui/form'
import { ListFrame } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { Publish } from './publish.tsx'

const fields = { kind: urlChoice(['news', 'download']) }

/** For operators: all bulletins of one kind and language, to publish, change or remove. */
export default function BulletinEditPage() {
  const text = useText<typeof enUS>('record')
  const common = useText()
  const { code } = useLocale()
  const [{ kind }] = useUrlState(fields, useSearchParams())
  const [locale, setLocale] = useState<MessageLocale>(messageLocaleOf(code))
  return (
    <Page width="reading">
      <PageHeader
        title={text('publish.edit')}
        subtitle={text('publish.editHint')}
        back={{ href: `#${kind === 'news' ? paths.bulletin() : paths.download()}`, label: text('bulletin.title') }}
        actions={<Publish kind={kind} />}
      />
      <Tabs
        label={text('bulletin.sections')}
        active={kind}
        items={[
          { key: 'news', label: text('bulletin.news'), href: `#${paths.bulletinEdit('news')}` },
          { key: 'download', label: text('bulletin.downloads'), href: `#${paths.bulletinEdit('download')}` },
        ]}
      />
      <Toolbar>
        <ChoiceField
          label={common('language')}
          value={locale}
          onChange={setLocale}
          options={messageLocales.map((value) => ({ value, label: labelOf(value) }))}
        />
      </Toolbar>
      <Bulletins key={`${kind} ${locale}`} kind={kind} locale={locale} />
    </Page>
  )
}

const labelOf = (code: string) => locales.find((locale) => locale.code === code)?.label ?? code

function Bulletins({ kind, locale }: { kind: Bulletin['kind']; locale: MessageLocale }) {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const [page, setPage] = useState(1)
  const list = useEndpoint('GET /bulletins', { query: { kind, locale, page, pageSize: defaultPageSize } })
  return (
    <ListFrame
      label={text(kind === 'news' ? 'bulletin.news' : 'bulletin.downloads')}
      storageKey="record.bulletinEdit"
      list={list}
      texts={useListTexts()}
      empty={<Empty title={text(kind === 'news' ? 'bulletin.none' : 'download.none')} />}
      rowKey={({ id }) => id}
      page={{ number: page, size: defaultPageSize, onChange: setPage }}
      columns={[
        { key: 'title', title: text('publish.title'), card: 'title', render: ({ title }) => title },
        { key: 'day', title: text('publish.day'), render: ({ publishedAt }) => format.date(publishedAt) },
        { key: 'edit', title: '', card: 'aside', render: (item) => <Publish kind={kind} bulletin={item} /> },
      ]}
    />
  )
}
