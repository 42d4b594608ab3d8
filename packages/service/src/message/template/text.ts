import type { Block, MailContent } from './content.ts'

/** The mail for who reads no HTML. */
export function mailText({ blocks, footer }: MailContent): string {
  const parts = blocks.map(textOf).filter((text) => text !== '')
  const end = footer.map(({ label, url }) => `${label}: ${url}`)
  return [...parts, ...(end.length > 0 ? [end.join('\n')] : [])].join('\n\n')
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'code':
      return ''
    case 'action':
      return `${block.label}:\n${block.url}`
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
    case 'items':
      return block.items.map(({ title, text, url }) => `${title}\n${text}\n${url}`).join('\n\n')
    case 'chart':
      return block.alt
    default:
      return block.text
  }
}
