import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { noncePageOf } from './nonce-page.ts'

const filler = Array.from({ length: 3_000 }, (_, i) => `<p>${i % 17} ü</p>`).join('')
const page = `<html><body>${filler}<div id="root" nonce=""></div></body></html>`

test('each reply has its own nonce and the same text in every encoding', async () => {
  const { hasNonce, withNonce } = await noncePageOf(page)
  expect(hasNonce).toBe(true)
  for (const nonce of ['a', 'Zm9vYmFyYmF6', 'x'.repeat(300)]) {
    const { plain, br, gzip } = withNonce(nonce)
    const text = page.replace('nonce=""', `nonce="${nonce}"`)
    expect(plain.toString()).toBe(text)
    expect(brotliDecompressSync(br).toString()).toBe(text)
    expect(gunzipSync(gzip).toString()).toBe(text)
    expect(br.length).toBeLessThan(plain.length / 20)
  }
})

test('a page without a place for a nonce stays unchanged', async () => {
  const old = page.replace(' nonce=""', '')
  const { hasNonce, withNonce } = await noncePageOf(old)
  const { plain, br, gzip } = withNonce('abc')
  expect(hasNonce).toBe(false)
  expect([plain.toString(), brotliDecompressSync(br).toString(), gunzipSync(gzip).toString()]).toEqual([old, old, old])
})
