import { openOwnPortal } from '../bench/own-portal.ts'
import { compare } from '../bench/rounds.ts'
import { certificate } from '../bench/serve/certificate.ts'
import { publishSingleBundle } from '../bench/single-bundle.ts'
import { lineOf, type Row } from '../bench/table.ts'
import { launch } from '../bench/visit.ts'
import { expect, test } from '../support/signed-in.ts'

test('a single bundle of the same sources is measured in turn with the portal, over HTTP/2', async () => {
  test.setTimeout(180_000)
  const own = certificate()
  const portal = await openOwnPortal(own)
  const { store, remove } = await publishSingleBundle()
  const browser = await launch(own.hash)
  try {
    const [ours, single] = [await portal.serve('portal', portal.releases), await portal.serve('single bundle', store)]
    const subjects = { 'first page': [ours['first page'], single['first page']] }
    const rows: Row[] = []
    for await (const row of compare({ browser, subjects, rounds: 1, networks: ['fast'] })) rows.push(row)
    console.log(rows.map(lineOf).join('\n'))
    expect(rows.map(({ measure }) => measure)).toEqual([
      'bytes',
      'first visit',
      'second visit',
      'bytes of it',
      'into an area',
      'requests of it',
      'the same again',
    ])
    expect(rows.filter(({ ratio }) => !(ratio > 0))).toEqual([])
    // Entry, page with its styles, texts, and data: as many as the single bundle, and what a slow machine asks for before it draws.
    const requests = rows.find(({ measure }) => measure === 'requests of it')
    expect(Number(requests?.own) - Number(requests?.other)).toBeLessThanOrEqual(6)
  } finally {
    await browser.close()
    remove()
    await portal.close()
  }
})
