/** Invisible characters that move a terminal's cursor, or reverse the order of the text after them. */
export const unreadable = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u

/** A line of foreign text, made safe for terminals and for the operator's page. */
export const readable = (text: string): string => text.replaceAll(new RegExp(unreadable, 'gu'), '\ufffd')
