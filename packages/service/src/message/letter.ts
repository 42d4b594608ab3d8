import sharp from 'sharp'
import { ObjectStoreError } from '@helioport/object-store'
import type { Letter, Service } from '../base/service.ts'
import { bytesOf } from '../file-store/file-store.ts'
import { findSign } from './queries/logo.ts'
import { chartPng } from './template/chart.ts'
import type { MailContent } from './template/content.ts'
import { chartName, logoName, mailHtml } from './template/html.ts'
import { mailText } from './template/text.ts'

type Pictures = NonNullable<Letter['pictures']>

/** Twice the shown size. */
const logoBox = { width: 440, height: 80, fit: 'inside', withoutEnlargement: true } as const

/** A mail as it is sent: pictures are attached, so that they need no request and no sign-in. */
export async function letterOf(service: Service, accountId: string | null, content: MailContent) {
  const { pictures, hasLogo } = await picturesOf(service, accountId, content)
  return {
    subject: content.subject,
    text: mailText(content),
    html: mailHtml(content, { sourceOf: (name) => `cid:${name}`, hasLogo }),
    pictures,
    ...(content.oneClickUrl !== undefined && { oneClickUrl: content.oneClickUrl }),
  }
}

/** A mail as an HTML page with embedded pictures; its links open in a new tab. */
export async function pageOf(service: Service, accountId: string, content: MailContent): Promise<string> {
  const { pictures, hasLogo } = await picturesOf(service, accountId, content)
  const sources = new Map(
    pictures.map(({ name, type, bytes }) => [name, `data:${type};base64,${bytes.toString('base64')}`]),
  )
  const html = mailHtml(content, { sourceOf: (name) => sources.get(name) ?? '', hasLogo })
  return html.replace('<head>', '<head>\n<base target="_blank">')
}

/** Logo or avatar of the account; while the bucket is away, a mail goes without it. */
async function signOf(service: Service, accountId: string): Promise<Buffer | undefined> {
  const sign = await findSign(service.db.read, accountId)
  if (!sign) return undefined
  try {
    return await bytesOf(service, sign)
  } catch (error) {
    if (error instanceof ObjectStoreError) return undefined
    throw error
  }
}

async function picturesOf(service: Service, accountId: string | null, content: MailContent) {
  const sign = accountId === null ? undefined : await signOf(service, accountId)
  const pictures: Pictures[number][] = []
  if (sign) {
    const bytes = await sharp(sign).resize(logoBox).png({ compressionLevel: 9 }).toBuffer()
    pictures.push({ name: logoName, type: 'image/png', bytes })
  }
  const charts = content.blocks.filter((block) => block.kind === 'chart')
  for (const [nth, chart] of charts.entries()) {
    pictures.push({ name: chartName(nth), type: 'image/png', bytes: await chartPng(chart) })
  }
  return { pictures, hasLogo: sign !== undefined }
}
