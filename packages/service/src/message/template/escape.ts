const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text for an element or a quoted attribute; line ends become breaks in neither. */
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign)

/** Only links that lead to a page: nothing in a mail runs. */
export const linkHref = (url: string) => escapeHtml(/^https?:\/\//.test(url) ? url : 'about:blank')
