import { pnpm } from '../pnpm.ts'
import { prefixOf, remoteSources } from './sources.ts'

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** The portal's packages that every remote depends on. */
const own = ['api-client', 'contract', 'federation', 'i18n', 'session', 'ui']

/** Packages that the double of the shell needs. */
const ofTests = ['@testing-library/dom', '@testing-library/react', 'axe-core', 'jsdom']

const packageText = (name: string, versions: Readonly<Record<string, string>>) =>
  json({
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: {
      check: 'remote check',
      dev: 'remote dev',
      release: 'remote release',
      test: 'remote test',
      upgrade: 'remote upgrade',
    },
    dependencies: {
      ...Object.fromEntries(own.map((one) => [`@helioport/${one}`, `^${versions[`@helioport/${one}`] ?? '1.0.0'}`])),
      react: '^19.3.1',
      'react-dom': '^19.3.1',
      'react-router-dom': '^7.18.5',
    },
    devDependencies: {
      '@helioport/remote-kit': `^${versions['@helioport/remote-kit'] ?? '1.0.0'}`,
      ...Object.fromEntries(ofTests.map((one) => [one, versions[one] === undefined ? '*' : `^${versions[one]}`])),
      '@rspack/cli': '^2.2.8',
      '@rspack/core': '^2.3.2',
      '@rspack/dev-server': '^2.2.2',
      '@types/node': '^24.19.2',
      '@types/react': '^19.3.0',
      '@types/react-dom': '^19.3.0',
      typescript: '^7.0.2',
    },
    engines: { node: '>=20.11' },
  })

const compilerText = json({
  compilerOptions: {
    target: 'ES2024',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    jsx: 'react-jsx',
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  },
  include: ['src', '*.ts'],
})

/** Marks the root; packages younger than a week are not installed, except the portal's own. */
const workspaceText = `minimumReleaseAge: 10080
minimumReleaseAgeExclude:
  - '@helioport/*'
`

/** Uses the double of the shell; for Node's own runner: \`remote test\`. */
const testText = (name: string) => `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answers, openPage } from '@helioport/remote-kit/double'
import manifest from '../../remote.json' with { type: 'json' }
import remote from '../remote.tsx'

const answers: Answers = { 'GET /stations': { data: [], total: 12 } }

test('shows the number of stations and links to their list', async () => {
  const { screen, asked, close } = await openPage(remote, manifest, '${prefixOf(name)}', { answers })
  await screen.findByText('12')
  const link = screen.getByRole('link', { name: 'To the stations' })
  assert.equal(link.getAttribute('href'), '#/station/list')
  assert.deepEqual(asked.map((one) => one.name), ['GET /stations'])
  close()
})

test('shows an alert when the stations cannot be read', async () => {
  const refused: Answers = { 'GET /stations': { status: 403, errorCode: 'access.denied' } }
  const { screen, close } = await openPage(remote, manifest, '${prefixOf(name)}', { answers: refused })
  await screen.findByRole('alert')
  close()
})

for (const locale of ['en-US', 'zh-CN', 'zh-TW', 'he']) {
  test(\`can be used by everybody in \${locale}\`, async () => {
    const { screen, objections, close } = await openPage(remote, manifest, '${prefixOf(name)}', { locale, answers })
    await screen.findByText('12')
    assert.deepEqual(await objections(), [])
    close()
  })
}
`

const styleTypes = `declare module '*.module.css' {
  const names: Readonly<Record<string, string>>
  export default names
}
`

/** Both CIs release by one command, the same as elsewhere: \`npm run release\`. */
const githubText = `name: release
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
  id-token: write # GitHub's own token is the key, where the portal knows the repository by it
jobs:
  release:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: npx --yes ${pnpm} install --frozen-lockfile
      - if: github.event_name == 'pull_request'
        run: npm run check
      - if: github.event_name == 'push'
        run: npm run release -- --to "$PORTAL" --percent 1 --auto
        env:
          PORTAL: \${{ vars.PORTAL }}
          HELIOPORT_KEY: \${{ secrets.HELIOPORT_KEY }}
`

const gitlabText = `image: node:24
stages: [check, release]
before_script:
  - npx --yes ${pnpm} install --frozen-lockfile
check:
  stage: check
  script:
    - npm run check
release:
  stage: release
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  id_tokens:
    HELIOPORT_ID_TOKEN:
      aud: $PORTAL
  script:
    - npm run release -- --to "$PORTAL" --percent 1 --auto
`

const readmeText = (name: string) => `# ${name}

A part of the portal, released on its own.

| command | what it does |
|---|---|
| \`npx ${pnpm} install\` | installs, and locks what was installed |
| \`npm run dev -- --against https://portal.example\` | this remote from source in the running portal, in your browser alone (key: \`HELIOPORT_KEY\`, may \`develop\`) |
| \`npm test\` | tests, with a double of the shell |
| \`npm run check\` | types, tests, build, budgets |
| \`npm run release -- --to https://portal.example --percent 1 --auto\` | check, send, and point 1 % of the browsers to it; what a CI does |
| \`npm run upgrade\` | to the newest packages of the portal: what changed, and whether the remote still fits |

The page is in \`src/overview\`, its texts in \`src/messages\`, addresses and menu in \`remote.json\`. A key comes from the
portal's operator; GitHub and GitLab can do without one.
`

/** All files of a repository with one remote, by path. `versions`: of the portal's packages, by name. */
export function repositoryFiles(name: string, versions: Readonly<Record<string, string>>): Record<string, string> {
  return {
    ...remoteSources(name, 100),
    'package.json': packageText(name, versions),
    'pnpm-workspace.yaml': workspaceText,
    'tsconfig.json': compilerText,
    'src/css.d.ts': styleTypes,
    'src/overview/overview-page.test.ts': testText(name),
    '.gitignore': 'node_modules/\ndist/\n',
    '.github/workflows/release.yml': githubText,
    '.gitlab-ci.yml': gitlabText,
    'README.md': readmeText(name),
  }
}
