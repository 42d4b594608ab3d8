/** Of the program, as the logger's page shows it. */
export const version = '0.1.0'
