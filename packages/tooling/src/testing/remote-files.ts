const title = { 'en-US': 'Notes', 'zh-CN': '笔记', 'zh-TW': '筆記' }
const locales = ['en-US', 'zh-CN', 'zh-TW']

/** A small remote in a repository of its own, with nothing but published packages. */
export function remoteFiles(packages: readonly { name: string; version: string }[]): Record<string, string> {
  const own = Object.fromEntries(packages.map(({ name, version }) => [name, `^${version}`]))
  const manifest = {
    name: 'notes',
    owner: 'notes team',
    title,
    hostApi: '^1.0.0',
    prefixes: ['/notes'],
    routes: [{ path: '/notes', page: 'overview', title, access: 'isLogin' }],
    menu: [{ path: '/notes', icon: 'record', order: 90, title }],
  }
  return {
    'package.json': JSON.stringify({
      name: 'notes',
      version: '0.1.0',
      private: true,
      type: 'module',
      dependencies: { ...own, react: '^19.3.1', 'react-dom': '^19.3.1', 'react-router-dom': '^7.18.5' },
      devDependencies: {
        '@rspack/cli': '^2.2.8',
        '@rspack/core': '^2.3.2',
        '@types/node': '*',
        '@types/react': '*',
        '@types/react-dom': '*',
      },
    }),
    'pnpm-workspace.yaml': 'minimumReleaseAge: 0\n',
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'ES2024',
        module: 'ESNext',
        moduleResolution: 'bundler',
        lib: ['ES2024', 'DOM', 'DOM.Iterable'],
        jsx: 'react-jsx',
        strict: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        types: ['node'],
      },
      include: ['src', '*.ts'],
    }),
    'remote.json': JSON.stringify(manifest),
    'rspack.config.ts':
      "import { defineRemoteConfig } from '@helioport/federation/build'\nexport default defineRemoteConfig(import.meta.url)\n",
    'src/remote.tsx': `import { defineRemote } from '@helioport/federation/remote'
export default defineRemote({
  pages: { overview: () => import('./overview.tsx') },
  messages: { ${locales.map((locale) => `'${locale}': () => import('./messages/${locale}.ts')`).join(', ')} },
})
`,
    'src/overview.tsx': `import { paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button, Page } from '@helioport/ui'
import { useSession } from '@helioport/session'
export default function Overview() {
  const text = useText()
  const session = useSession()
  return <Page><p>{Object.keys(session).length}</p><a href={paths.stationList()}><Button>{text('action.back')}</Button></a></Page>
}
`,
    ...Object.fromEntries(
      locales.map((locale) => [`src/messages/${locale}.ts`, "export default { hello: 'Hello' }\n"]),
    ),
  }
}
