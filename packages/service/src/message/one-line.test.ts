import { composeMail } from './compose.ts'
import { inserted, oneLine } from './one-line.ts'
import { mailHtml } from './template/html.ts'
import { word } from './word.ts'

test('typed text becomes one line without control characters', () => {
  expect(oneLine(' Roof\r\nBcc: all@example.org ')).toBe('Roof Bcc: all@example.org')
  expect(oneLine('Roof\u2028\u0000\u202Etop')).toBe('Roof top')
})

test('a name with line breaks begins no header or paragraph of a mail', () => {
  const values = { userName: 'Ada\r\n\r\nPay here', name: 'key\nBcc: all@example.org', until: '', forgotUrl: '' }
  const { subject, blocks } = composeMail('apiKeyMade', 'en-US', values)
  expect(subject).not.toMatch(/[\r\n]/)
  for (const block of blocks) if (block.kind === 'text') expect(block.text).not.toMatch(/[\r\n]/)
  expect(blocks.filter((block) => block.kind === 'text' && block.text.startsWith('Pay here'))).toEqual([])
})

test('a right-to-left name is isolated and changes no direction around it, also within another value', () => {
  const [station, device] = ['שדה סולארי', `${inserted('ממיר 06')} (2520-8061P)`]
  expect(inserted('Roof')).toBe('Roof')
  expect(device).toBe('\u2068ממיר 06\u2069 (2520-8061P)')
  const subject = word('en-US', 'alarm.subject', { station, code: 'S1', name: 'Inverter silent' })
  expect(subject).toBe('\u2068שדה סולארי\u2069: S1 Inverter silent')
  expect(word('en-US', 'alarm.devices', { name: device, more: '2' })).toBe(`${device} and 2 more`)
  // Typed text cannot close an isolate that it did not open.
  expect(inserted('שדה\u2069\u202E x')).toBe('\u2068שדה  x\u2069')
  const mail = { subject, locale: 'he', tone: 'bad', blocks: [], footer: [] } as const
  expect(mailHtml(mail, { sourceOf: String, hasLogo: false })).toContain(`<bdi dir="ltr">${subject}</bdi></h1>`)
})
