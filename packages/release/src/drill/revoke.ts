/**
 * Time from an operator's `revoke` until every open tab has an index that contains it: `node revoke.ts [--short]`. The
 * host is a separate process; each tab follows its events, fetches the index as the shell does, and checks the
 * signature. `e2e/src/stage/live-pointer.spec.ts` tests what a page does then. Ends with 1 if the 95th percentile is
 * over five seconds, or the slowest over ten; the last line is the result as JSON.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { indexEventsPath, indexPath } from '@helioport/contract/beacon'
import type { ReleaseIndexPayload, SignedReleaseIndex } from '@helioport/contract/release'
import { cac } from 'cac'
import { openOperatorKey } from '../operator/operator-key.ts'
import { publishReleases } from '../store/change.ts'
import { openKeyRing } from '../store/keys.ts'
import type { Layout } from '../store/layout.ts'
import { type EventReader, readEvents } from '../testing/event-stream.ts'
import { createTestLayout, layRelease, releaseOf } from '../testing/store.ts'

const forms = { short: { tabs: 20, revocations: 2 }, long: { tabs: 200, revocations: 25 } }
/** In ms. */
const bars = { p95: 5_000, most: 10_000 }

function startHost({ root }: Layout): Promise<{ url: string; child: ChildProcess }> {
  const program = join(import.meta.dirname, '../server.ts')
  // No service runs there: the drill sends it no request.
  const args = [program, '--port', '0', '--data', root, '--api', 'http://127.0.0.1:9']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((ready, fail) => {
    child.once('exit', (code) => fail(new Error(`the release host ended with ${code}`)))
    createInterface(child.stdout).on('line', (line) => {
      const url = /http:\/\/[\w.]+:\d+/.exec(line)?.[0]
      if (url !== undefined) ready({ url, child })
    })
  })
}

/** Fetches the index at each event, until the index names the release as revoked. */
async function hears(events: EventReader, url: string, key: KeyObject, revoked: string): Promise<number> {
  for (;;) {
    const event = await events.next((one) => one.includes('event: index'))
    assert.ok(event !== undefined, 'the stream of a tab ended')
    const { payload, signature } = (await (await fetch(`${url}${indexPath}`)).json()) as SignedReleaseIndex
    assert.ok(verify(null, Buffer.from(payload), key, Buffer.from(signature, 'base64url')), 'the index is signed')
    if ((JSON.parse(payload) as ReleaseIndexPayload).revoked?.includes(revoked)) return performance.now()
  }
}

async function revoke(url: string, operatorKey: string, release: string): Promise<void> {
  const { payload } = (await (await fetch(`${url}${indexPath}`)).json()) as SignedReleaseIndex
  const expectSerial = (JSON.parse(payload) as ReleaseIndexPayload).serial
  const reply = await fetch(`${url}/releases/door/revoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ part: 'station', release, reason: 'wrong totals', by: 'drill', expectSerial }),
  })
  assert.equal(reply.status, 200, await reply.text())
}

async function run(isShort: boolean): Promise<object> {
  const { tabs, revocations } = forms[isShort ? 'short' : 'long']
  const layout = createTestLayout()
  let host: ChildProcess | undefined
  try {
    const publish = (name: string, digit: number) =>
      publishReleases(layout, [{ name, release: layRelease(layout, name, digit) }], new Date())
    await publish('shell', 1)
    await publish('station', 1)
    const { url, child } = await startHost(layout)
    host = child
    child.removeAllListeners('exit')
    const { publicKey } = (await openKeyRing(layout)).current
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
    const operatorKey = await openOperatorKey(layout)
    const open: EventReader[] = []
    while (open.length < tabs) open.push(await readEvents(`${url}${indexEventsPath}`))
    const took: number[] = []
    for (let nth = 2; nth < 2 + revocations; nth += 1) {
      await publish('station', nth)
      const heard = open.map((events) => hears(events, url, key, `station/${releaseOf(nth)}`))
      const since = performance.now()
      await revoke(url, operatorKey, releaseOf(nth))
      took.push(...(await Promise.all(heard)).map((at) => at - since))
    }
    for (const events of open) events.close()
    const sorted = took.toSorted((a, b) => a - b)
    const at = (part: number) => Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? Infinity)
    const ms = { p50: at(0.5), p95: at(0.95), most: at(1) }
    assert.ok(ms.p95 <= bars.p95 && ms.most <= bars.most, `tabs heard too late: ${JSON.stringify(ms)}`)
    return { drill: 'revoke', tabs, revocations, heard: took.length, ms }
  } finally {
    host?.kill('SIGKILL')
    rmSync(layout.root, { recursive: true, force: true })
  }
}

const cli = cac('revoke')
cli
  .command('', 'Revoke releases, and see how soon all tabs know')
  .option('--short', 'Within ten seconds')
  .action(
    async ({ short }: { short?: boolean }) => process.stdout.write(`${JSON.stringify(await run(short === true))}\n`), // prettier-ignore
  )
cli.help()
cli.parse(process.argv, { run: false })
await cli.runMatchedCommand()
