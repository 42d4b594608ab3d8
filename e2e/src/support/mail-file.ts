/** A mail as parsed by a mail program. */
export interface ReadMail {
  subject: string
  html: string
  /** Pictures as data URLs, by the name that the HTML uses. */
  pictures: ReadonlyMap<string, string>
}

interface Part {
  head: string
  body: string
}

const unfold = (head: string) => head.replaceAll(/\r?\n[ \t]+/g, ' ')

function split(text: string): Part {
  const end = text.search(/\r?\n\r?\n/)
  return { head: unfold(text.slice(0, end)), body: text.slice(end).replace(/^\r?\n\r?\n/, '') }
}

/** Leaf parts of a message. */
function partsOf({ head, body }: Part): Part[] {
  const boundary = /boundary="?([^";\r\n]+)"?/i.exec(head)?.[1]
  if (boundary === undefined) return [{ head, body }]
  const inner = body.split(`--${boundary}`).slice(1, -1)
  return inner.flatMap((part) => partsOf(split(part.replace(/^\r?\n/, ''))))
}

function bytesOf({ head, body }: Part): Buffer {
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64')
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return Buffer.from(body)
  const plain = body.replaceAll(/=\r?\n/g, '')
  return Buffer.from(
    plain.replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
    'latin1',
  )
}

/** Parses a whole message. */
export function readMail(message: string): ReadMail {
  const whole = split(message)
  const parts = partsOf(whole)
  const html = parts.find(({ head }) => /^content-type: text\/html/im.test(head))
  const pictures = parts.flatMap((part) => {
    const name = /^content-id: <(.+)>/im.exec(part.head)?.[1]
    const type = /^content-type: (image\/\w+)/im.exec(part.head)?.[1]
    return name && type ? [[name, `data:${type};base64,${bytesOf(part).toString('base64')}`] as const] : []
  })
  return {
    subject: /^subject: (.*)$/im.exec(whole.head)?.[1] ?? '',
    html: html ? bytesOf(html).toString('utf8') : '',
    pictures: new Map(pictures),
  }
}

/** The HTML with its pictures in place. */
export const shownHtml = ({ html, pictures }: ReadMail): string =>
  html.replaceAll(/cid:([\w-]+)/g, (named, name: string) => pictures.get(name) ?? named)
