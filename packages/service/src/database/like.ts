/** Pattern of a text that stands anywhere in another; what means something in a pattern is taken as it is. */
export const likeOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
