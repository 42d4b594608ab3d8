import type { Block } from './content.ts'
import { escapeHtml, linkHref } from './escape.ts'

/** Source of the picture with this name: `cid:` in a mail, `data:` in a preview. */
export type SourceOf = (name: string) => string

export const colours = {
  text: '#1f2328',
  quiet: '#5f6670',
  line: '#dfe3e8',
  link: '#0958d9',
  card: '#ffffff',
  back: '#f3f5f7',
}

/** Mail programs read inline styles; only some read the style sheet, which holds the dark theme. */
const text = `margin:0 0 16px;font-size:16px;line-height:1.5;color:${colours.text}`
const quiet = `font-size:13px;line-height:1.5;color:${colours.quiet}`

/** Text that must not wrap: a serial number or time zone in brackets, and a day without spaces. */
const whole = /\([^\s()]{1,40}\)|\d{4}年\d{1,2}月\d{1,2}日/g
const unit = /(\d) (?=(?:kWh|MWh|kW|MW)\b)/g

/**
 * Isolates text as left to right, the direction of all languages of mails, also in a mirrored layout. A number with its
 * unit, a serial number and a day do not wrap.
 */
export const words = (value: string) =>
  `<bdi dir="ltr">${escapeHtml(value)
    .replaceAll(unit, '$1&nbsp;')
    .replaceAll(whole, '<span style="white-space:nowrap">$&</span>')}</bdi>`

const lines = (value: string) => value.split('\n').map(words).join('<br>')

/** One block as HTML. `nameOf`: name of a chart's picture. */
export function blockHtml(block: Block, sourceOf: SourceOf, nameOf: (block: Block) => string): string {
  switch (block.kind) {
    case 'heading':
      return `<h2 class="ink" style="margin:24px 0 12px;font-size:18px;line-height:1.35;color:${colours.text}">${words(block.text)}</h2>`
    case 'note':
      return `<p class="quiet" style="margin:0 0 16px;${quiet}">${lines(block.text)}</p>`
    case 'code':
      return `<p class="ink" style="margin:0 0 16px;font-size:30px;line-height:1.3;letter-spacing:6px;font-weight:700;color:${colours.text}"><span dir="ltr">${escapeHtml(block.code)}</span></p>`
    case 'action':
      return actionHtml(block)
    case 'facts':
      return factsHtml(block.rows)
    case 'items':
      return `${block.items.map(itemHtml).join('')}<div style="height:20px"></div>`
    case 'chart':
      return chartHtml(block, sourceOf(nameOf(block)))
    default:
      return `<p class="ink" style="${text}">${lines(block.text)}</p>`
  }
}

/** A button as a table cell with a background: the only form that every mail program shows. */
function actionHtml({ label, url }: { label: string; url: string }): string {
  const link = `display:inline-block;padding:12px 20px;font-size:16px;line-height:1.3;color:#ffffff;text-decoration:none;font-weight:600`
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr>
<td bgcolor="${colours.link}" style="border-radius:6px;background:${colours.link}"><a href="${linkHref(url)}" style="${link}">${words(label)}</a></td></tr></table>`
}

function factsHtml(rows: readonly (readonly [string, string])[]): string {
  const cell = `padding:8px 0;border-bottom:1px solid ${colours.line};vertical-align:top;line-height:1.45`
  const row = ([name, value]: readonly [string, string]) => `<tr>
<th class="quiet line" scope="row" width="38%" style="${cell};padding-inline-end:12px;font-size:14px;font-weight:400;text-align:start;color:${colours.quiet}">${words(name)}</th>
<td class="ink line" style="${cell};font-size:15px;text-align:start;overflow-wrap:anywhere;word-break:break-word;color:${colours.text}">${lines(value)}</td></tr>`
  return `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 20px;table-layout:fixed;border-collapse:collapse">${rows.map(row).join('')}</table>`
}

function itemHtml({ title, text: what, url }: { title: string; text: string; url: string }): string {
  return `<p class="ink line" style="margin:0;padding:10px 0;border-bottom:1px solid ${colours.line};font-size:15px;line-height:1.45;color:${colours.text}">
<a class="link" href="${linkHref(url)}" style="color:${colours.link};font-weight:600">${words(title)}</a><br>${lines(what)}</p>`
}

function chartHtml({ caption, ends }: Extract<Block, { kind: 'chart' }>, source: string): string {
  const [start, middle, end] = ends.map(words)
  // Always left to right, as time in the picture. `alt` is empty: the caption would appear twice where pictures are
  // off.
  return `<table role="presentation" dir="ltr" cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 4px;table-layout:fixed">
<tr><td colspan="3"><img src="${escapeHtml(source)}" alt="" width="544" height="120" style="display:block;width:100%;max-width:544px;height:120px;border:0"></td></tr>
<tr class="quiet" style="${quiet}"><td align="left">${start}</td><td align="center">${middle}</td><td align="right">${end}</td></tr></table>
<p class="quiet" style="margin:0 0 20px;${quiet}">${lines(caption)}</p>`
}
