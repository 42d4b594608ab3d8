/** Version of the program, shown on the logger's page. */
export const version = '0.1.0'
