import { composeMail } from './compose.ts'
import { oneLine } from './one-line.ts'

test('what a person wrote is one line, whatever signs it holds', () => {
  expect(oneLine(' Roof\r\nBcc: all@example.org ')).toBe('Roof Bcc: all@example.org')
  expect(oneLine('Roof\u2028\u0000\u202Etop')).toBe('Roof top')
})

test('a name begins neither a header nor a paragraph of a mail', () => {
  const values = { userName: 'Ada\r\n\r\nPay here', name: 'key\nBcc: all@example.org', until: '', forgotUrl: '' }
  const { subject, blocks } = composeMail('apiKeyMade', 'en-US', values)
  expect(subject).not.toMatch(/[\r\n]/)
  for (const block of blocks) if (block.kind === 'text') expect(block.text).not.toMatch(/[\r\n]/)
  expect(blocks.filter((block) => block.kind === 'text' && block.text.startsWith('Pay here'))).toEqual([])
})
