import { directionOf, mailLocaleOf } from '@helioport/contract'
import { blockHtml, colours, type SourceOf, words } from './blocks.ts'
import type { Block, MailContent } from './content.ts'
import { escapeHtml, linkHref } from './escape.ts'

/** Names of a mail's pictures. */
export const logoName = 'logo'
export const chartName = (nth: number) => `chart-${nth}`

const stripes = { plain: '#1677ff', bad: '#d4380d', good: '#389e0d' }
const fonts = `-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue','PingFang SC','Microsoft YaHei',Arial,sans-serif`

/** Dark theme for programs that support it; others invert the light colours, which stay readable. */
const darkSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.back{background:#101418!important}.card{background:#1b2026!important}
.ink{color:#e8eaed!important}.quiet{color:#a8b0b9!important}.line{border-color:#333b44!important}.link{color:#69a9ff!important}}`

export interface Drawn {
  sourceOf: SourceOf
  /** Whether there is a picture named `logoName`. */
  hasLogo: boolean
}

/** A mail as HTML: one design for all kinds, of tables and inline styles. */
export function mailHtml(content: MailContent, { sourceOf, hasLogo }: Drawn): string {
  const { subject, locale, tone, blocks, footer } = content
  const charts = blocks.filter(({ kind }) => kind === 'chart')
  const nameOf = (block: Block) => chartName(charts.indexOf(block))
  const body = blocks.map((block) => blockHtml(block, sourceOf, nameOf)).join('\n')
  const dir = directionOf(locale)
  const align = dir === 'rtl' ? 'right' : 'left'
  return `<!doctype html>
<html lang="${mailLocaleOf(locale)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkSheet}</style>
</head>
<body class="back" dir="${dir}" style="margin:0;padding:0;background:${colours.back};font-family:${fonts};-webkit-text-size-adjust:100%">
<table class="back" role="presentation" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${colours.back}"><tr><td align="center" style="padding:16px 8px">
<table class="card" role="presentation" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:592px;background:${colours.card};border-top:4px solid ${stripes[tone]};border-radius:8px;table-layout:fixed"><tr>
<td align="${align}" style="padding:20px 16px 24px;overflow-wrap:anywhere;word-break:break-word">
${headHtml(hasLogo ? sourceOf(logoName) : null)}
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:1.3;color:${colours.text}">${words(subject)}</h1>
${body}
</td></tr></table>
<table role="presentation" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:592px"><tr>
<td class="quiet" align="${align}" style="padding:12px 16px;font-size:13px;line-height:1.7;color:${colours.quiet}">${footer.map(linkHtml).join('<br>')}</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

/** The account's logo; without one, the name of the product. */
function headHtml(logo: string | null): string {
  const sign =
    logo === null
      ? `<span class="quiet" style="font-size:15px;font-weight:700;letter-spacing:.5px;color:${colours.quiet}">Helioport</span>`
      : `<img src="${escapeHtml(logo)}" alt="Helioport" height="40" style="display:block;height:40px;width:auto;max-width:220px;border:0">`
  return `<div style="margin:0 0 16px">${sign}</div>`
}

const linkHtml = ({ label, url }: { label: string; url: string }) =>
  `<a class="link" href="${linkHref(url)}" style="color:${colours.link}">${words(label)}</a>`
