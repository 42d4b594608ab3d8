import { folderOf } from '@helioport/contract'
import { remoteSources } from '@helioport/remote-kit/template'

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

function packageText(name: string): string {
  const own = ['api-client', 'contract', 'federation', 'i18n', 'ui']
  const catalog = (names: readonly string[]) => Object.fromEntries(names.map((one) => [one, 'catalog:']))
  return json({
    name: `@helioport/${folderOf(name)}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: { build: 'rspack build', dev: 'rspack serve' },
    dependencies: {
      ...Object.fromEntries(own.map((one) => [`@helioport/${one}`, 'workspace:*'])),
      ...catalog(['react', 'react-dom', 'react-router-dom']),
    },
    devDependencies: catalog(['@rspack/cli', '@rspack/core', '@rspack/dev-server', '@types/react', '@types/react-dom']),
  })
}

/** Files of a new remote in this workspace, by path in its folder. */
export function newRemoteFiles(name: string, order: number): Record<string, string> {
  return {
    'package.json': packageText(name),
    'tsconfig.json': json({ extends: '../packages/tooling/tsconfig.browser.json', compilerOptions: { types: ['node'] }, include: ['src', '*.ts'] }), // prettier-ignore
    ...remoteSources(name, order),
  }
}
