import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Courier, Letter, ShortMessage } from '../base/service.ts'

export interface CourierSettings {
  /** smtp://user:password@host:587 or smtps://…; without it mails go to the outbox. */
  smtpUrl: string | undefined
  mailFrom: string | undefined
  /** Takes POST {"id","to","text","receiptUrl"} as JSON; without it messages go to the outbox. */
  smsUrl: string | undefined
}

const patienceMs = 10_000
/** A mail server may confirm a received message late; disconnecting earlier would send the message twice. */
const answerPatienceMs = 60_000
const nobody = 'Helioport <portal@helioport.invalid>'

/** Delivers mails and short messages: to a server or gateway, else into the outbox folder. */
export function openCourier({ smtpUrl, mailFrom, smsUrl }: CourierSettings, outbox: string): Courier {
  if (smtpUrl && !mailFrom) throw new Error('SMTP_URL needs MAIL_FROM, the address that mails come from.')
  const from = mailFrom ?? nobody
  return {
    mail: smtpUrl ? bySmtp(smtpUrl, from) : mailToOutbox(join(outbox, 'mail'), from),
    sms: smsUrl ? (message) => toGateway(smsUrl, message) : smsToOutbox(join(outbox, 'sms')),
    kept: [...(smtpUrl ? [] : ['mail' as const]), ...(smsUrl ? [] : ['sms' as const])],
    forget: (before) => emptyOutbox(outbox, before),
    forgetMessages: (ids) => forgetMessages(outbox, ids),
  }
}

function bySmtp(smtpUrl: string, from: string): Courier['mail'] {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: answerPatienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (letter) => void (await transport.sendMail(envelope(letter, from)))
}

/** Writes the mail as .eml for mail programs, and its text for people. */
function mailToOutbox(folder: string, from: string): Courier['mail'] {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async (letter) => {
    const { message } = await transport.sendMail(envelope(letter, from))
    await writeWhole(folder, `${letter.id}.eml`, message as Buffer)
    await writeWhole(folder, `${letter.id}.txt`, `To: ${letter.to}\nSubject: ${letter.subject}\n\n${letter.text}\n`)
  }
}

/** Writes under another name first: programs that watch the folder never read a part of a message. */
async function writeWhole(folder: string, name: string, content: Buffer | string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = join(folder, `${name}.part`)
  await writeFile(unfinished, content, { mode: 0o600 })
  await rename(unfinished, join(folder, name))
}

/** The address is an object, so that nodemailer does not parse it as a list. */
function envelope({ id, to, subject, text, html, pictures = [], writtenAt, oneClickUrl }: Letter, from: string) {
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    ...(html !== undefined && { html }),
    ...(writtenAt !== undefined && { date: new Date(writtenAt) }),
    attachments: pictures.map(({ name, type, bytes }) => ({
      cid: name,
      filename: `${name}.${type.split('/')[1] ?? 'png'}`,
      contentType: type,
      contentDisposition: 'inline' as const,
      content: bytes,
    })),
    messageId: `<${id}@helioport>`,
    headers: {
      // Suppresses out-of-office replies.
      'Auto-Submitted': 'auto-generated',
      ...(oneClickUrl !== undefined && {
        'List-Unsubscribe': `<${oneClickUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

async function toGateway(smsUrl: string, { id, to, text, receiptUrl }: ShortMessage): Promise<void> {
  const response = await fetch(smsUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, to, text, receiptUrl }),
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`)
}

function smsToOutbox(folder: string): Courier['sms'] {
  return ({ id, to, text }) => writeWhole(folder, `${id}.txt`, `To: ${to}\n\n${text}\n`)
}

async function emptyOutbox(outbox: string, before: number): Promise<void> {
  for (const channel of ['mail', 'sms']) {
    const folder = join(outbox, channel)
    // The folder exists only after the first message.
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name)
      // A file that is being written may have got its final name meanwhile.
      const written = (await stat(path).catch(() => null))?.mtimeMs ?? before
      if (written < before) await rm(path, { force: true })
    }
  }
}

async function forgetMessages(outbox: string, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    for (const file of [`mail/${id}.eml`, `mail/${id}.txt`, `sms/${id}.txt`]) {
      await rm(join(outbox, file), { force: true })
      await rm(join(outbox, `${file}.part`), { force: true })
    }
}
