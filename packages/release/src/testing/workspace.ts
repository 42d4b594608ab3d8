import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectRoot } from '../publish/build.ts'

const title = { 'en-US': 'Title', 'zh-CN': '标题', 'zh-TW': '標題' }

function remoteFiles(name: string): Record<string, string> {
  const folder = `mfe-${name}`
  const manifest = {
    name,
    owner: `${name} team`,
    title,
    hostApi: '^1.0.0',
    prefixes: [`/${name}`],
    routes: [
      { path: `/${name}`, redirect: `/${name}/list` },
      { path: `/${name}/list`, page: 'list' },
      { path: `/${name}/detail/:id`, page: 'detail', access: 'canSeeAdmin' },
    ],
    menu: [{ path: `/${name}`, icon: name, order: 1, title }],
  }
  const messages = ['en-US', 'zh-CN', 'zh-TW']
  return {
    [`${folder}/package.json`]: JSON.stringify({ name: `@helioport/${folder}`, version: '0.1.0', type: 'module' }),
    [`${folder}/remote.json`]: JSON.stringify(manifest),
    [`${folder}/rspack.config.ts`]:
      "import { defineRemoteConfig } from '@helioport/federation/build'\nexport default defineRemoteConfig(import.meta.url)\n",
    [`${folder}/src/remote.tsx`]: `import { defineRemote } from '@helioport/federation/remote'
export default defineRemote({
  pages: { list: () => import('./list.tsx'), detail: () => import('./detail.tsx') },
  messages: { ${messages.map((locale) => `'${locale}': () => import('./messages/${locale}.ts')`).join(', ')} },
})
`,
    [`${folder}/src/list.tsx`]:
      "import { Table } from '@helioport/ui/table'\nimport styles from './list.module.css'\nexport default function List() { return <Table className={styles.list} /> }\n",
    [`${folder}/src/list.module.css`]: '.list { color: red; }\n',
    ...detailFiles(folder, name),
    ...Object.fromEntries(
      messages.map((locale) => [
        `${folder}/src/messages/${locale}.ts`,
        `export default { hello: '${name} ${locale}' }\n`,
      ]),
    ),
  }
}

/** The detail page; that of `device` imports everything under other names, through a file of its own. */
function detailFiles(folder: string, name: string): Record<string, string> {
  if (name !== 'device')
    return {
      [`${folder}/src/detail.tsx`]: `import { paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button } from '@helioport/ui'
export default function Detail() {
  const text = useText()
  return <p><Button>{text('action.back')}</Button><a href={paths.stationList()}>${name} detail</a></p>
}
`,
    }
  return {
    [`${folder}/src/shared.ts`]: `import { paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
export * as parts from '@helioport/ui'
export const { stationList: toStations } = paths
const name = () => 'common'
export const useWords = () => useText(name())
export const backKey = \`action.\${'back'}\`
`,
    [`${folder}/src/detail.tsx`]: `import { backKey, parts, toStations, useWords } from './shared.ts'
const { Button: Push } = parts
export default function Detail() {
  const words = useWords()
  return <p><Push>{words(backKey)}</Push><a href={toStations?.()}>${name} detail</a></p>
}
`,
  }
}

function packageFiles(name: string, entries: Record<string, string>): Record<string, string> {
  const exports = Object.fromEntries(
    Object.keys(entries).map((entry) => [entry, `./src/${entry.slice(2) || 'index'}.tsx`]),
  )
  return {
    [`packages/${name}/package.json`]: JSON.stringify({
      name: `@helioport/${name}`,
      version: '0.0.0',
      type: 'module',
      exports,
    }),
    ...Object.fromEntries(
      Object.entries(entries).map(([entry, source]) => [
        `packages/${name}/src/${entry.slice(2) || 'index'}.tsx`,
        source,
      ]),
    ),
  }
}

const files: Record<string, string> = {
  'pnpm-workspace.yaml': 'packages: []\n',
  'shell/package.json': JSON.stringify({ name: '@helioport/shell', version: '0.1.0', type: 'module' }),
  'shell/index.html': '<!doctype html>\n<html><head><!--head--></head><body><div id="root"></div></body></html>\n',
  'shell/rspack.config.ts':
    "import { defineShellConfig } from '@helioport/federation/build'\nexport default defineShellConfig(import.meta.url)\n",
  'shell/src/main.tsx':
    "import { createRoot } from 'react-dom/client'\ncreateRoot(document.body).render(<p>shell</p>)\nvoid import('./messages/zh-CN.ts')\nvoid import(/* webpackChunkName: \"portal\" */ './app/open-portal.tsx')\nvoid import(/* webpackChunkName: \"sign-in\" */ './sign-in/sign-in-page.tsx')\n",
  'shell/src/sign-in/sign-in-page.tsx': 'export const SignInPage = () => <form />\n',
  'shell/src/app/open-portal.tsx':
    "import { providedShares } from './provided-shares.ts'\nReflect.set(globalThis, 'shares', providedShares)\n",
  'shell/src/app/provided-shares.ts': 'export const providedShares = {}\n',
  'shell/src/messages/zh-CN.ts': "export default { hello: '你好' }\n",
  ...remoteFiles('station'),
  ...remoteFiles('device'),
  ...packageFiles('ui', {
    '.': "export const Button = 'button'\nexport const Card = 'div'\n",
    './tokens': 'export const tokens = {}\n',
    './table': 'export const Table = (props: object) => <table {...props} />\n',
    './form': 'export const Form = 1\n',
    './date': 'export const DayPicker = 1\n',
    './overlay': 'export const Modal = 1\n',
    './chart': 'export const Chart = 1\n',
    './map': 'export const PlaceMap = 1\n',
    './picture': 'export const PictureField = 1\n',
  }),
  ...packageFiles('api-client', { '.': 'export const call = 1\n' }),
  ...packageFiles('session', { '.': 'export const session = 1\n' }),
  ...packageFiles('i18n', {
    '.': "import { base } from './messages/en-US/base.ts'\nexport const useText = () => (key: string) => Reflect.get(base.common, key)\n",
  }),
  'packages/i18n/src/messages/en-US/base.ts':
    "export const base = { common: { 'action.back': 'Back', 'action.on': 'On' }, status: { 'status.normal': 'Normal' } }\n",
}

export interface TestWorkspace {
  root: string
  write: (file: string, content: string) => void
  remove: () => void
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

/** A workspace with a shell and two remotes of a few lines, on the project's own federation code and bundler. */
export function createTestWorkspace(): TestWorkspace {
  const root = mkdtempSync(join(tmpdir(), 'release-workspace-'))
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }
  for (const [file, content] of Object.entries(files)) write(file, content)
  cpSync(join(projectRoot, 'pnpm-lock.yaml'), join(root, 'pnpm-lock.yaml'))
  for (const name of ['federation', 'contract']) {
    const [from, to] = [join(projectRoot, 'packages', name), join(root, 'packages', name)]
    cpSync(join(from, 'src'), join(to, 'src'), { recursive: true })
    cpSync(join(from, 'package.json'), join(to, 'package.json'))
    link(join(from, 'node_modules'), join(to, 'node_modules'))
  }
  const npm = join(projectRoot, 'shell/node_modules')
  const packages = ['ui', 'api-client', 'session', 'i18n', 'federation', 'contract']
  for (const folder of ['shell', 'mfe-station', 'mfe-device', 'packages/ui']) {
    const modules = join(root, folder, 'node_modules')
    for (const name of readdirSync(npm))
      if (!name.startsWith('@helioport') && !name.startsWith('.')) link(join(npm, name), join(modules, name))
    for (const name of packages) link(join(root, 'packages', name), join(modules, '@helioport', name))
  }
  return { root, write, remove: () => rmSync(root, { recursive: true, force: true }) }
}
