import type { Block, MailContent } from './content.ts'

/** The mail as plain text. */
export function mailText({ blocks, footer, locale }: MailContent): string {
  const colon = locale.startsWith('zh') ? '：' : ': '
  const parts = blocks.map((block) => textOf(block, colon)).filter((text) => text !== '')
  const end = footer.map(({ label, url }) => `${label}${colon}${url}`)
  return [...parts, ...(end.length > 0 ? [end.join('\n')] : [])].join('\n\n')
}

function textOf(block: Block, colon: string): string {
  switch (block.kind) {
    case 'code':
      return ''
    case 'action':
      return `${block.label}${colon.trimEnd()}\n${block.url}`
    case 'facts':
      return block.rows.map(([name, value]) => `${name}${colon}${value}`).join('\n')
    case 'items':
      return block.items.map(({ title, text, url }) => `${title}\n${text}\n${url}`).join('\n\n')
    case 'chart':
      return block.caption
    default:
      return block.text
  }
}
