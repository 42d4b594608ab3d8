const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const camel = (name: string) => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `plant-notes` -> Plant notes: a provisional title. */
export const titleOf = (name: string): string => capital(name.replaceAll('-', ' '))

/** Path prefix of a remote's pages. */
export const prefixOf = (name: string): string => `/${camel(name)}`

function manifestText(name: string, order: number): string {
  const text = titleOf(name)
  const title = { 'en-US': text, 'zh-CN': text, 'zh-TW': text }
  const path = prefixOf(name)
  return json({
    name,
    owner: `${name} team`,
    title,
    hostApi: '^1.0.0',
    prefixes: [path],
    routes: [{ path, page: 'overview', title, access: 'isLogin' }],
    menu: [{ path, icon: 'grid', order, title }],
  })
}

const remoteText = `import { defineRemote } from '@helioport/federation/remote'

export default defineRemote({
  pages: {
    overview: () => import('./overview/overview-page.tsx'),
  },
  messages: {
    'en-US': () => import('./messages/en-US.ts'),
    'zh-CN': () => import('./messages/zh-CN.ts'),
    'zh-TW': () => import('./messages/zh-TW.ts'),
  },
})
`

const pageText = (name: string) => `import { useEndpoint } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useErrorText, useFormat, useText } from '@helioport/i18n'
import { ErrorState, LinkButton, Page, PageHeader, SkeletonStatRow, Stat, StatRow } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import styles from './overview-page.module.css'

/** How many stations there are. */
export default function OverviewPage() {
  const text = useText<typeof enUS>('${name}')
  const errorText = useErrorText()
  const format = useFormat()
  const { data, total, error, refetch } = useEndpoint('GET /stations', { query: { pageSize: 1 } })
  return (
    <Page>
      <PageHeader title={text('title')} subtitle={text('intro')} />
      {data ? (
        <StatRow>
          <Stat label={text('stations')} value={format.number(total ?? data.length)} />
        </StatRow>
      ) : error ? (
        <ErrorState {...errorText(error, refetch)} />
      ) : (
        <SkeletonStatRow />
      )}
      <p className={styles['way']}>
        <LinkButton href={\`#\${paths.stationList()}\`}>{text('toStations')}</LinkButton>
      </p>
    </Page>
  )
}
`

const words = {
  'en-US': ['A new part of the portal, released on its own.', 'Stations', 'To the stations'],
  'zh-CN': ['门户的一个新部分，可独立发布。', '电站', '前往电站'],
  'zh-TW': ['入口網站的一個新部分，可獨立發布。', '電站', '前往電站'],
} as const

function messagesText(name: string, locale: keyof typeof words): string {
  const [intro, stations, toStations] = words[locale]
  const texts = { title: titleOf(name), intro, stations, toStations }
  const lines = Object.entries(texts).map(([key, text]) => `  ${key}: '${text}',`)
  const body = `{\n${lines.join('\n')}\n}`
  const type = `${capital(camel(name))}Messages`
  if (locale !== 'en-US') {
    const constant = locale.replace('-', '')
    return `import type { ${type} } from './en-US.ts'\n\nconst ${constant}: ${type} = ${body}\n\nexport default ${constant}\n`
  }
  return `import type { Complete } from '@helioport/i18n'

/** English, the source of the other languages: keys are typed after this file. */
const enUS = ${body}

export type ${type} = Complete<typeof enUS>

export default enUS
`
}

/** The sources of a new remote by path in its folder: one page with real data, in three languages. */
export function remoteSources(name: string, order: number): Record<string, string> {
  return {
    'remote.json': manifestText(name, order),
    'rspack.config.ts':
      "import { defineRemoteConfig } from '@helioport/federation/build'\n\nexport default defineRemoteConfig(import.meta.url)\n",
    'src/remote.tsx': remoteText,
    'src/overview/overview-page.tsx': pageText(name),
    'src/overview/overview-page.module.css': '.way {\n  margin-block: var(--hp-space-4) 0;\n}\n',
    'src/messages/en-US.ts': messagesText(name, 'en-US'),
    'src/messages/zh-CN.ts': messagesText(name, 'zh-CN'),
    'src/messages/zh-TW.ts': messagesText(name, 'zh-TW'),
  }
}
