import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { openCourier } from './courier.ts'

const outbox = mkdtempSync(join(tmpdir(), 'helioport-outbox-'))
afterAll(() => rmSync(outbox, { recursive: true }))

test('a mail in the outbox is complete as soon as its file exists', async () => {
  const courier = openCourier({ smtpUrl: undefined, mailFrom: undefined, smsUrl: undefined }, outbox)
  const id = 'large'
  const bytes = Buffer.alloc(8_000_000, 7)
  const sent = courier.mail({
    id,
    to: 'ada@example.org',
    subject: 'Report',
    text: 'text',
    html: '<p>text</p>',
    pictures: [{ name: 'chart', type: 'image/png', bytes }],
  })
  const file = join(outbox, 'mail', `${id}.eml`)
  while (!existsSync(file)) await turn()
  const first = readFileSync(file, 'utf8')
  await sent
  expect(first.length).toBeGreaterThan(bytes.length)
  expect(first).toBe(readFileSync(file, 'utf8'))
})
