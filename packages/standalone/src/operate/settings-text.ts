import { settingsTable } from './settings-table.ts'

/** The README's table of all settings. */
export function settingsMarkdown(): string {
  const rows = settingsTable.map(({ flag, environment, usual, text, secret, many }) => {
    const code = (value: string | null) => (value === null ? '' : `\`${value}\``)
    const notes = [text, secret ? 'or a file named by `' + environment + '_FILE`' : '', many ? 'may be repeated (commas in the environment)' : ''] // prettier-ignore
    return `| ${code(flag)} | ${code(environment)} | ${code(usual)} | ${notes.filter((note) => note !== '').join('; ').replaceAll('<data>', '`<data>`')} |` // prettier-ignore
  })
  return ['| flag | environment | default | what it says |', '|---|---|---|---|', ...rows].join('\n')
}
