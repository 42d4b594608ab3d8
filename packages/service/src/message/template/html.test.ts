import { mailHtml } from './html.ts'

test('the caption of a chart occurs once in the mail', () => {
  const caption = 'Power over the day. Peak at 12:10.'
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

test('a number with its unit, a serial number and a date are not broken over lines', () => {
  const rows = [
    ['Peak', '8.2 kW'],
    ['Device', 'Roof <1> (2328-42972038P)'],
    ['日期', '园区 · 2026年11月27日'],
  ] as const
  const blocks = [{ kind: 'facts', rows }] as const
  const html = mailHtml(
    { subject: '16.55 MWh', locale: 'en-US', tone: 'plain', blocks, footer: [] },
    { sourceOf: String, hasLogo: false },
  )
  const whole = (text: string) => `<span style="white-space:nowrap">${text}</span>`
  expect(html).toContain('16.55&nbsp;MWh')
  expect(html).toContain('8.2&nbsp;kW')
  expect(html).toContain(`Roof &lt;1&gt; ${whole('(2328-42972038P)')}`)
  expect(html).toContain(`园区 · ${whole('2026年11月27日')}`)
})
