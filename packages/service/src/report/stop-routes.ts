import { directionOf, mailings, mailLocaleOf } from '@helioport/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Service } from '../base/service.ts'
import { stopPath } from '../message/stop-link.ts'
import { type Asked, chooseMails, readAsked } from './stop-mails.ts'
import { escapeHtml } from '../message/template/escape.ts'
import { wordIn } from '../message/word.ts'

/** The page needs no other resources; its forms post only to itself. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
/** Mail programs post one line; browsers post an empty form. */
const maxBodyBytes = 4096

const kinds = { service: 'kind.service', report: 'kind.report', alarm: 'kind.alarm' } as const

/**
 * Target of the stop link of a mail, signed in or not (RFC 8058). GET shows a page and changes nothing, since programs
 * open links by themselves; only POST stops the mails. It needs no cookie and no header: the signed address authorizes
 * it. With `mail` and `on` in the query it switches any of the mails, without a sign-in.
 */
export function registerMailStops(api: FastifyInstance, service: Service): void {
  void api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBodyBytes }, async () => null)
    const url = `${stopPath}/:token`
    scope.get<{ Params: { token: string } }>(url, async ({ params, ip }, reply) => {
      const asked = await readAsked(service, ip, params.token)
      return asked ? send(reply, 200, asked, 'stop.ask') : send(reply, 404, null, 'stop.invalid')
    })
    scope.post<{ Params: { token: string }; Querystring: { mail?: unknown; on?: unknown } }>(
      url,
      async ({ params, query, ip }, reply) => {
        const asked = await readAsked(service, ip, params.token)
        if (!asked) return send(reply, 404, null, 'stop.invalid')
        const mailing = mailings.find((each) => each === query.mail)
        const on = mailing !== undefined && query.on === '1'
        const chosen = await chooseMails(service, asked, mailing ?? asked.mailing, on)
        return send(reply, 200, chosen, on ? 'stop.undone' : 'stop.done')
      },
    )
  })
}

function send(
  reply: FastifyReply,
  status: number,
  asked: Asked | null,
  what: 'stop.ask' | 'stop.done' | 'stop.undone' | 'stop.invalid',
) {
  const locale = asked?.locale ?? 'en-US'
  const say = wordIn(locale)
  const kind = asked ? say(kinds[asked.mailing]) : ''
  const button =
    what === 'stop.ask'
      ? `<form method="post"><button type="submit">${escapeHtml(say('footer.stop'))}</button></form>`
      : ''
  const page = `<!doctype html>
<html lang="${mailLocaleOf(locale)}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(say('stop.title'))}</title>
<style>:root{color-scheme:light dark}body{margin:0 auto;max-width:32rem;padding:3rem 1rem;font:16px/1.6 system-ui,sans-serif}
button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:6px;background:#0958d9;color:#fff}
ul{padding:0;list-style:none}li{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;justify-content:space-between;padding:.6rem 0;border-top:1px solid #8884}li button{background:none;border:1px solid;color:inherit}</style></head>
<body><main><h1>${escapeHtml(say('stop.title'))}</h1><p>${escapeHtml(say(what, { kind }))}</p>${button}${asked ? choiceOf(asked) : ''}</main></body></html>
`
  return reply.code(status).header('content-security-policy', policy).type('text/html; charset=utf-8').send(page)
}

/** All optional mails, each with a button that switches it off or on. */
function choiceOf({ locale, has }: Asked): string {
  const say = wordIn(locale)
  const rows = mailings.map((mailing) => {
    const kind = escapeHtml(say(kinds[mailing]))
    const label = escapeHtml(say(has[mailing] ? 'stop.stop' : 'stop.again'))
    const button = `<button type="submit" aria-label="${label}: ${kind}">${label}</button>`
    return `<li><span>${kind}</span><form method="post" action="?mail=${mailing}&amp;on=${has[mailing] ? 0 : 1}">${button}</form></li>`
  })
  return `<h2>${escapeHtml(say('stop.all'))}</h2><ul>${rows.join('')}</ul>`
}
