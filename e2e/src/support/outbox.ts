import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { portal } from './portal.ts'

const folderOf = () => join(portal().data, 'service/outbox/mail')

/** The complete message with an id, as it would have been sent; waits for it. */
export async function messageOf(id: string): Promise<string> {
  const file = join(folderOf(), `${id}.eml`)
  await expect.poll(() => existsSync(file), { message: `the mail ${id}` }).toBe(true)
  return readFileSync(file, 'utf8')
}

/** Texts of the mails to an address, newest first; without SMTP they are stored in a folder. */
function mailsTo(address: string): string[] {
  const folder = folderOf()
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.txt'))
      .map((name) => join(folder, name))
      .map((file) => ({ at: statSync(file).mtimeMs, text: readFileSync(file, 'utf8') }))
      .filter(({ text }) => text.startsWith(`To: ${address}\n`))
      .toSorted((a, b) => b.at - a.at)
      .map(({ text }) => text)
  } catch {
    return []
  }
}

/** First group of a pattern in the newest matching mail to the address; waits for such a mail. */
export async function mailed(address: string, pattern: RegExp): Promise<string> {
  const find = () =>
    mailsTo(address)
      .map((text) => pattern.exec(text)?.[1])
      .find(Boolean)
  await expect.poll(find, { message: `a mail to ${address} with ${pattern}` }).toBeTruthy()
  return find() ?? ''
}

export const anyCode = /\D(\d{6})\D/
export const activationLink = /(http\S+\/login\/activate\/\S+)/
