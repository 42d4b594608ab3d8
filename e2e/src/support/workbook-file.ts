import { crc32 } from 'node:zlib'

const sheetXml = (rows: readonly (readonly [time: string, value: number])[], headings: readonly string[]): string => {
  const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
  const head = headings.map((heading, i) => text(`${'AB'[i]}1`, heading)).join('')
  const lines = rows.map(
    ([time, value], i) => `<row r="${i + 2}">${text(`A${i + 2}`, time)}<c r="B${i + 2}"><v>${value}</v></c></row>`,
  )
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">${head}</row>${lines.join('')}</sheetData></worksheet>`
}

const office = 'http://schemas.openxmlformats.org'
const relation = (id: string, type: string, target: string) =>
  `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="${id}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`
const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * A workbook (XLSX) with one sheet, a time and a number per row. Written without a library, so that our reader is not
 * tested with our writer.
 */
export function workbookOf(headings: readonly string[], rows: readonly (readonly [string, number])[]): Buffer {
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${main}.worksheet+xml"/></Types>`,
    '_rels/.rels': relation('rId1', 'officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="History" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': sheetXml(rows, headings),
  })
}

/** Files in a ZIP, uncompressed. */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const [parts, entries]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const [path, body] = [Buffer.from(name), Buffer.from(text)]
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt32LE(crc32(body), 10)
    about.writeUInt32LE(body.length, 14)
    about.writeUInt32LE(body.length, 18)
    about.writeUInt16LE(path.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const part = Buffer.concat([Buffer.from('PK\x03\x04'), about, path, body])
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02'), about.subarray(0, 2), about, place, path]))
    parts.push(part)
    offset += part.length
  }
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, list, end])
}
