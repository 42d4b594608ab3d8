import { apiBasePath } from '@helioport/contract'
import type { EndpointName, Endpoints, QueryOf } from '@helioport/contract/endpoints'
import { messageLocaleOf, useLocale, useText } from '@helioport/i18n'
import { Icon, Menu } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'

const formats = ['csv', 'xlsx'] as const

type ExportName = Extract<EndpointName, `GET /exports/${string}`>
type Filters<N extends ExportName> = Omit<QueryOf<Endpoints[N]>, 'format' | 'locale' | 'timeZone'>

interface ExportMenuProps<N extends ExportName> {
  of: N
  /** The filters of the list; undefined ones are left out. */
  filters: { [K in keyof Filters<N>]: Filters<N>[K] | undefined }
}

/** Menu to download the filtered list, all pages of it, in the language of the page. */
export function ExportMenu<N extends ExportName>({ of, filters }: ExportMenuProps<N>) {
  const text = useText<typeof enUS>('record')
  const { code } = useLocale()
  const fileOf = (format: string) => {
    const query = new URLSearchParams({ format, locale: messageLocaleOf(code) })
    for (const [name, value] of Object.entries<unknown>(filters)) {
      if (typeof value === 'boolean' || (typeof value === 'string' && value !== '')) query.set(name, String(value))
    }
    return `${apiBasePath}${of.slice('GET '.length)}?${query}`
  }
  return (
    <Menu
      label={text('export.label')}
      trigger={
        <>
          <Icon name="download" /> {text('export.label')}
        </>
      }
      items={formats.map((format) => ({ key: format, label: text(`export.${format}`), href: fileOf(format) }))}
    />
  )
}
