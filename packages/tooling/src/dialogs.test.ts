import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')
const folders = ['shell', 'packages/ui', ...readdirSync(root).filter((name) => name.startsWith('mfe-'))]

test('only ui’s own dialog, which restores the focus, is used', () => {
  const own = folders.flatMap((folder) =>
    readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .filter((path) =>
        /<dialog|\bshowModal\(|\b(Modal|Drawer|Popconfirm)\b[^;]* from 'antd/.test(
          readFileSync(join(root, folder, 'src', path), 'utf8'),
        ),
      )
      .map((path) => `${folder}/src/${path}`),
  )
  expect(own).toEqual(['packages/ui/src/overlay/dialog.tsx'])
})
