import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { ReleasableName } from '@helioport/contract'
import { indexSchema, type Release } from '@helioport/contract/release'
import { commitChange } from '../store/change.ts'
import { jsonText, type Layout, layoutOf } from '../store/layout.ts'

export function createTestLayout(): Layout {
  return layoutOf(mkdtempSync(join(tmpdir(), 'release-store-')))
}

const title = { 'en-US': 'Title', 'zh-CN': '标题', 'zh-TW': '標題' }

/** Identity of release `number`: 0.1.0-222222222222 for 2; numbers above nine in hexadecimal. */
export const releaseOf = (number: number): string =>
  `0.1.0-${number < 10 ? String(number).repeat(12) : number.toString(16).padStart(12, '0')}`

/** Goes back with a reason, as an operator would. */
export const goBack = (layout: Layout, name: ReleasableName, now: Date, release?: string) =>
  commitChange(layout, [{ name, move: { action: 'rollback', release } }], { reason: 'blank list' }, now)

/** Writes a release into the store as a build would; `digit` decides its identity and its bytes. */
export function layRelease(layout: Layout, name: string, digit: number, createdAt = '2026-11-21T00:00:00Z'): string {
  const release = releaseOf(digit)
  const folder = layout.release(name, release)
  const scope = `${name}_${release.replaceAll(/[.-]/g, '_')}`
  const contents: Record<string, string> =
    name === 'shell'
      ? {
          'index.html': `<!doctype html><html><head><!--head--></head><body>${digit}<i nonce=""></i></body></html>`,
          'main.js': `/* ${digit} */`,
          'main.css': 'p{}',
          'table.js': `/* table ${digit} */`,
        }
      : {
          'list.js': `/* list ${digit} */`,
          'remoteEntry.js': `var ${scope};globalThis.rspackChunk${scope}=[]`,
          'other.js': '/* not named */',
        }
  const files: Release['files'] = {}
  for (const [file, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    const small = brotliCompressSync(text)
    writeFileSync(join(folder, file), text)
    writeFileSync(join(folder, `${file}.br`), small)
    writeFileSync(join(folder, `${file}.gz`), gzipSync(text))
    if (file.endsWith('.js')) writeFileSync(join(folder, `${file}.map`), '{"version":3,"sources":[],"mappings":""}')
    const integrity = `sha256-${createHash('sha256').update(text).digest('base64')}`
    files[file] = { integrity, bytes: text.length, brotliBytes: small.length }
  }
  const common = {
    schema: 1 as const,
    name,
    version: '0.1.0',
    release,
    scope,
    createdAt,
    gitSha: null,
    files,
  }
  const record: Release =
    name === 'shell'
      ? {
          ...common,
          entry: 'index.html',
          preload: { always: ['main.css', 'main.js'], pages: {}, locales: {}, shares: {} },
          shares: { react: [], '@helioport/ui/table': ['table.js'] },
          hostApi: '1.0.0',
          indexSchema,
        }
      : {
          ...common,
          entry: 'remoteEntry.js',
          preload: {
            always: ['remoteEntry.js'],
            pages: { list: ['list.js'] },
            locales: { 'en-US': [], 'zh-CN': [], 'zh-TW': [] },
            shares: { list: ['react', '@helioport/ui/table'] },
          },
          manifest: {
            name,
            owner: `${name} team`,
            title,
            hostApi: '^1.0.0',
            prefixes: [`/${name}`],
            routes: [{ path: `/${name}`, page: 'list' }],
            menu: [],
          },
        }
  writeFileSync(join(folder, 'release.json'), jsonText(record))
  return release
}
