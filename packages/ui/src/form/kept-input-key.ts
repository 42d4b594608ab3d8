/** Session storage key of form input that is kept while its page is replaced. */
export const keptInputKey = 'helioport.kept-input'
