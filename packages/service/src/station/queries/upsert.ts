/** Does not write unchanged rows. Rows are written in the order of their keys, so that two writers cannot deadlock. */
export function upsert(table: string, key: string, columns: readonly string[]): string {
  const changed = columns.map((column) => `${table}.${column}`).join(', ')
  const given = columns.map((column) => `excluded.${column}`)
  return `
    insert into ${table} (${key}, ${columns.join(', ')})
    select ${key}, ${columns.join(', ')} from json_populate_recordset(null::${table}, $1) order by ${key}
    on conflict (${key}) do update set ${columns.map((column, nth) => `${column} = ${given[nth]}`).join(', ')}
    where (${changed}) is distinct from (${given.join(', ')})`
}
