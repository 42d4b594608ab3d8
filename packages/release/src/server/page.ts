import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Release, ReleaseIndexPayload, SignedReleaseIndex } from '@helioport/contract/release'
import { keysForPage, openKeyRing } from '../store/keys.ts'
import { stampOf } from '../store/disk.ts'
import type { Layout } from '../store/layout.ts'
import { readIndex, readRelease } from '../store/release-index.ts'
import { bootScript } from './boot-script.ts'
import { formerOf, readPointer } from '../store/pointer.ts'
import { retainedReleases } from '../store/release-objects.ts'
import { type NoncePage, noncePageOf } from './nonce-page.ts'
import { hintsForPage } from './page-hints.ts'
import type { PageTexts } from './page-language.ts'
import type { ShellGuardData, ShellStep } from './shell-guard.ts'

/** The body of the index in the encodings that browsers ask for. */
export interface Encoded {
  plain: Buffer
  br: Buffer
  gzip: Buffer
  etag: string
}

/** The page and the index, made from the store. */
export interface StoreState {
  /** Composed at the first request; an error where files of the shell cannot be read, null before the first release. */
  page: (step: ShellStep, texts: PageTexts) => Promise<NoncePage | Error | null>
  index: Encoded | null
}

/** Brotli quality: compressing an index must not delay it after a change. */
const quality = 5

async function encode(text: string): Promise<Encoded> {
  const plain = Buffer.from(text)
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(plain),
  ])
  return { plain, br, gzip: zipped, etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"` }
}

/** JSON that is safe inside a script element. */
const inlineJson = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

/** The index exactly as it was signed: wrapped in JSON it would have to be parsed twice. */
function inlineIndex({ payload, keyId, signature }: SignedReleaseIndex): string {
  if (/<\/script|<!--/i.test(payload)) throw new Error('the index holds what ends a script element')
  return `<script type="application/json" id="release-index" data-key="${keyId}" data-signature="${signature}">${payload}</script>`
}

/** Tags of the shell's first files, each with its hash. */
function shellTags(shell: Release, attempt: string): string[] {
  return shell.preload.always.map((file) => {
    const integrity = shell.files[file]?.integrity
    if (integrity === undefined) throw new Error(`release ${shell.release} of the shell has no hash of ${file}`)
    const href = `/r/shell/${shell.release}/${attempt}${file}`
    return file.endsWith('.css')
      ? `<link rel="stylesheet" href="${href}" integrity="${integrity}" crossorigin="anonymous">`
      : `<script defer src="${href}" integrity="${integrity}" crossorigin="anonymous"></script>`
  })
}

/**
 * Lets Fast Refresh of a development server find the shell's React, which is loaded before it.
 * Has the shape of the hook that React's developer tools put into a page.
 */
export const refreshShim = `window.__REACT_DEVTOOLS_GLOBAL_HOOK__={renderers:new Map(),supportsFiber:true,inject(r){const id=this.renderers.size+1;this.renderers.set(id,r);return id},onScheduleFiberRoot(){},onCommitFiberRoot(){},onCommitFiberUnmount(){}}`

async function readState(layout: Layout, developmentRemotes: Readonly<Record<string, string>>): Promise<StoreState> {
  const index = await readIndex(layout)
  if (index === undefined) return { page: async () => null, index: null }
  const { signed, payload } = index
  const { shell } = payload
  const pages = new Map<string, ReturnType<StoreState['page']>>()
  const compose = async (step: ShellStep, texts: PageTexts) => {
    if (shell === null) return null
    try {
      const former = await formerShell(layout)
      const release = step === 'former' ? (former ?? shell.release) : shell.release
      const parts = { step, release, hasFormer: former !== undefined, texts }
      return await composePage(layout, developmentRemotes, signed, payload, parts)
    } catch (error) {
      // The index must reach open tabs in any case; the next request tries to compose the page again.
      pages.delete(`${step} ${texts.lang}`)
      return error instanceof Error ? error : new Error(String(error))
    }
  }
  const page: StoreState['page'] = (step, texts) => {
    const key = `${step} ${texts.lang}`
    const composing = pages.get(key) ?? compose(step, texts)
    pages.set(key, composing)
    return composing
  }
  return { page, index: await encode(JSON.stringify(signed)) }
}

/** The release that replaces the current shell in a browser that cannot start it. */
async function formerShell(layout: Layout): Promise<string | undefined> {
  const pointer = await readPointer(layout, 'shell')
  return pointer === undefined ? undefined : formerOf(pointer, await retainedReleases(layout, 'shell'))
}

/** Of one page: the shell's release, the try that it is for, and the texts in the page's language. */
interface PageParts {
  step: ShellStep
  release: string
  hasFormer: boolean
  texts: PageTexts
}

async function composePage(
  layout: Layout,
  developmentRemotes: Readonly<Record<string, string>>,
  signed: SignedReleaseIndex,
  payload: ReleaseIndexPayload,
  { step, release, hasFormer, texts }: PageParts,
): Promise<NoncePage> {
  const shell = await readRelease(layout, 'shell', release)
  const template = await readFile(join(layout.release('shell', shell.release), 'index.html'), 'utf8')
  const keys = keysForPage(await openKeyRing(layout), signed.keyId)
  const developing = Object.keys(developmentRemotes).length > 0
  const head = [
    ...(developing ? [inlineJson('development-remotes', developmentRemotes), `<script>${refreshShim}</script>`] : []),
    inlineJson('release-keys', keys),
    inlineIndex(signed),
    inlineJson('release-hints', await hintsForPage(layout, payload, shell)),
    inlineJson('shell-guard', { step, release, hasFormer, serial: payload.serial, slow: texts.slow, failed: texts.failed, reload: texts.reload } satisfies ShellGuardData), // prettier-ignore
    `<script>${bootScript}</script>`,
    ...shellTags(shell, step === 'again' ? '~1/' : ''),
  ]
  const [before = '', after] = template.split('<!--head-->')
  if (after === undefined) throw new Error('index.html of the shell has no <!--head-->')
  const start = before.replace(/<html lang="[^"]*"/, `<html lang="${texts.lang}"`)
  const body = after.replace('<body>', `<body>\n    <noscript><p>${texts.noScript}</p></noscript>`)
  return noncePageOf([start, head.join('\n    '), body].join(''))
}

/** Reads the store again after its index has changed; otherwise answers from memory. */
export function createStoreReader(
  layout: Layout,
  developmentRemotes: Readonly<Record<string, string>>,
): () => Promise<StoreState> {
  let stamp: string | undefined
  let state: Promise<StoreState> | undefined
  return async () => {
    const now = await stampOf(layout.index)
    if (state === undefined || now !== stamp) {
      stamp = now
      const former = state
      const reading = readState(layout, developmentRemotes).then(async (read) => {
        // A damaged index is written again soon; until then the former one is served.
        return read.index === null ? ((await former?.catch(() => undefined)) ?? read) : read
      })
      state = reading
      reading.catch(() => {
        if (state === reading) state = undefined
      })
    }
    return state
  }
}
