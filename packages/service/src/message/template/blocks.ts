import type { Block } from './content.ts'
import { escapeHtml, linkHref } from './escape.ts'

/** Where the picture of the nth chart lies: `cid:` in a mail, `data:` in a preview. */
export type SourceOf = (name: string) => string

export const colours = {
  text: '#1f2328',
  quiet: '#5f6670',
  line: '#dfe3e8',
  link: '#0958d9',
  card: '#ffffff',
  back: '#f3f5f7',
}

/** Programs that show mails read inline styles; of a sheet, a few of them read what the dark changes. */
const text = `margin:0 0 16px;font-size:16px;line-height:1.5;color:${colours.text}`
const quiet = `font-size:13px;line-height:1.5;color:${colours.quiet}`

/** A serial number or a zone in brackets, and a day that has no space in it. */
const whole = /\([^\s()]{1,40}\)|\d{4}年\d{1,2}月\d{1,2}日/g
const unit = /(\d) (?=(?:kWh|MWh|kW|MW)\b)/g

/**
 * Words keep their direction where the mail runs the other way; those of all languages of mails run from left to right.
 * What is one thing is on one line: a number with its unit, a serial number, a day.
 */
export const words = (value: string) =>
  `<bdi dir="ltr">${escapeHtml(value)
    .replaceAll(unit, '$1&nbsp;')
    .replaceAll(whole, '<span style="white-space:nowrap">$&</span>')}</bdi>`

const lines = (value: string) => value.split('\n').map(words).join('<br>')

/** One block as rows of a mail. `nameOf`: of the picture of a chart. */
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

/** A cell with a ground: the one button that every program shows. */
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
  // Time runs from left to right in the picture, whichever way the words run. Its words stand below, and would twice where
  // pictures are off.
  return `<table role="presentation" dir="ltr" cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 4px;table-layout:fixed">
<tr><td colspan="3"><img src="${escapeHtml(source)}" alt="" width="544" height="120" style="display:block;width:100%;max-width:544px;height:120px;border:0"></td></tr>
<tr class="quiet" style="${quiet}"><td align="left">${start}</td><td align="center">${middle}</td><td align="right">${end}</td></tr></table>
<p class="quiet" style="margin:0 0 20px;${quiet}">${lines(caption)}</p>`
}
