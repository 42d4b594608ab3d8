/**
 * Loads modules of pages in bare Node, for tests without a document: Node strips types itself, but supports neither JSX
 * nor imports of styles and pictures.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from '@swc/core'

registerHooks({
  load(url, context, next) {
    const file = url.split('?', 1)[0] ?? url
    if (/\.(css|svg|png)$/.test(file)) return { format: 'module', source: 'export default {}', shortCircuit: true }
    if (!file.endsWith('.tsx')) return next(url, context)
    const { code } = transformSync(readFileSync(fileURLToPath(file), 'utf8'), {
      filename: fileURLToPath(file),
      jsc: {
        target: 'es2024',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      },
      module: { type: 'es6' },
    })
    return { format: 'module', source: code, shortCircuit: true }
  },
})
