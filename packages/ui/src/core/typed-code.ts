/** A typed code in the form in which it was issued: without spaces and dashes, full-width characters made plain. */
export const typedCode = (typed: string): string => typed.normalize('NFKC').replaceAll(/[^0-9A-Za-z]/g, '')
