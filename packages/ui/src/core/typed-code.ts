/** A code as it was given out, however a person types it: no spaces and dashes, no full-width digits. */
export const typedCode = (typed: string): string => typed.normalize('NFKC').replaceAll(/[^0-9A-Za-z]/g, '')
