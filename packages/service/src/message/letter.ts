import sharp from 'sharp'
import type { Letter } from '../base/service.ts'
import type { Session } from '../database/session.ts'
import { findSign } from './queries/logo.ts'
import { chartPng } from './template/chart.ts'
import type { MailContent } from './template/content.ts'
import { chartName, logoName, mailHtml } from './template/html.ts'
import { mailText } from './template/text.ts'

type Pictures = NonNullable<Letter['pictures']>

/** Twice the shown size. */
const logoBox = { width: 440, height: 80, fit: 'inside', withoutEnlargement: true } as const

/** A mail as it is sent: pictures are attached, so that they need no request and no sign-in. */
export async function letterOf(db: Session, accountId: string | null, content: MailContent) {
  const { pictures, hasLogo } = await picturesOf(db, accountId, content)
  return {
    subject: content.subject,
    text: mailText(content),
    html: mailHtml(content, { sourceOf: (name) => `cid:${name}`, hasLogo }),
    pictures,
    ...(content.oneClickUrl !== undefined && { oneClickUrl: content.oneClickUrl }),
  }
}

/** A mail as an HTML page with embedded pictures; its links open in a new tab. */
export async function pageOf(db: Session, accountId: string, content: MailContent): Promise<string> {
  const { pictures, hasLogo } = await picturesOf(db, accountId, content)
  const sources = new Map(
    pictures.map(({ name, type, bytes }) => [name, `data:${type};base64,${bytes.toString('base64')}`]),
  )
  const html = mailHtml(content, { sourceOf: (name) => sources.get(name) ?? '', hasLogo })
  return html.replace('<head>', '<head>\n<base target="_blank">')
}

async function picturesOf(db: Session, accountId: string | null, content: MailContent) {
  const sign = accountId === null ? undefined : await findSign(db, accountId)
  const pictures: Pictures[number][] = []
  if (sign) {
    const bytes = await sharp(sign.bytes).resize(logoBox).png({ compressionLevel: 9 }).toBuffer()
    pictures.push({ name: logoName, type: 'image/png', bytes })
  }
  const charts = content.blocks.filter((block) => block.kind === 'chart')
  for (const [nth, chart] of charts.entries()) {
    pictures.push({ name: chartName(nth), type: 'image/png', bytes: await chartPng(chart) })
  }
  return { pictures, hasLogo: sign !== undefined }
}
