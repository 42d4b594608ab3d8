/** Where input lies while the page that it was typed into goes and comes back (session storage). */
export const keptInputKey = 'helioport.kept-input'
