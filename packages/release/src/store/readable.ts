/** Characters that nobody sees: they move a terminal's cursor, or turn the order of what is read after them. */
export const unreadable = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u

/** A line of text that a stranger wrote, as terminals and pages of operators may show it. */
export const readable = (text: string): string => text.replaceAll(new RegExp(unreadable, 'gu'), '\ufffd')
