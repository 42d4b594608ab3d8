const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for an element or a quoted attribute; leaves line ends as they are. */
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign)

/** Allows only http(s) links, so that no link in a mail runs a script. */
export const linkHref = (url: string) => escapeHtml(/^https?:\/\//.test(url) ? url : 'about:blank')
