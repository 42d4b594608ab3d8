import { mailHtml } from './html.ts'

test('what a curve says stands once in the mail, with pictures and without', () => {
  const caption = 'Power over the day. Peak: 8.2 kW, 12:10.'
  const html = mailHtml(
    {
      subject: 'Generation on Jun 9, 2026',
      locale: 'en-US',
      tone: 'plain',
      blocks: [{ kind: 'chart', style: 'area', values: [1, 2, null], caption, ends: ['00:00', '12:00', '24:00'] }],
      footer: [],
    },
    { sourceOf: String, hasLogo: false },
  )
  expect(html.split(caption)).toHaveLength(2)
  expect(html).toContain('alt=""')
})
