/** Address of a page of the portal for a plain link: the history is hash-based. */
export const hrefOf = (path: string): string => `#${path}`
